import type account from './en/account.json'
import type accountSettings from './en/account-settings.json'
import type activity from './en/activity.json'
import type apiKeys from './en/api-keys.json'
import type credentials from './en/credentials.json'
import type customTools from './en/custom-tools.json'
import type documentStores from './en/document-stores.json'
import type errorCodes from './en/error-codes.json'
import type executions from './en/executions.json'
import type flows from './en/flows.json'
import type marketplace from './en/marketplace.json'
import type mcpServers from './en/mcp-servers.json'
import type people from './en/people.json'
import type permissions from './en/permissions.json'
import type problems from './en/problems.json'
import type provisioning from './en/provisioning.json'
import type refusals from './en/refusals.json'
import type retrievalTests from './en/retrieval-tests.json'
import type sharing from './en/sharing.json'
import type shell from './en/shell.json'
import type signOn from './en/sign-on.json'
import type ui from './en/ui.json'
import type upserts from './en/upserts.json'
import type usage from './en/usage.json'
import type variables from './en/variables.json'

// Each area may add its own in the same way, beside its code: the interface is open.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    returnNull: false
  }
  interface ResourceNamespaceMap {
    account: typeof account
    'account-settings': typeof accountSettings
    activity: typeof activity
    'api-keys': typeof apiKeys
    credentials: typeof credentials
    'custom-tools': typeof customTools
    'mcp-servers': typeof mcpServers
    'document-stores': typeof documentStores
    'error-codes': typeof errorCodes
    executions: typeof executions
    flows: typeof flows
    marketplace: typeof marketplace
    people: typeof people
    permissions: typeof permissions
    problems: typeof problems
    provisioning: typeof provisioning
    refusals: typeof refusals
    'retrieval-tests': typeof retrievalTests
    sharing: typeof sharing
    shell: typeof shell
    'sign-on': typeof signOn
    ui: typeof ui
    upserts: typeof upserts
    usage: typeof usage
    variables: typeof variables
  }
}
