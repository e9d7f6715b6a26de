import type account from './en/account.json'
import type apiKeys from './en/api-keys.json'
import type executions from './en/executions.json'
import type flows from './en/flows.json'
import type problems from './en/problems.json'
import type shell from './en/shell.json'
import type ui from './en/ui.json'

// Each area may add its own in the same way, beside its code: the interface is open.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    returnNull: false
  }
  interface ResourceNamespaceMap {
    account: typeof account
    'api-keys': typeof apiKeys
    executions: typeof executions
    flows: typeof flows
    problems: typeof problems
    shell: typeof shell
    ui: typeof ui
  }
}
