import { createApiKeyReader } from './api-keys/api-key-reader.ts'
import { createConnectionReader } from './connections/connection-reader.ts'
import { createCredentialReader } from './credentials/credential-reader.ts'
import type { TenantReader } from './database.ts'
import { createFileReader } from './files/file-reader.ts'
import { createFlowReader } from './flows/flow-reader.ts'
import { createMessageReader } from './messages/message-reader.ts'
import { createRunReader } from './runs/run-reader.ts'
import { createWaitReader } from './runs/wait-reader.ts'
import { createCustomTemplateReader } from './templates/template-reader.ts'
import type { TenantScope } from './tenant/tenant-scope.ts'
import { createVariableReader } from './variables/variable-reader.ts'
import { createVectorReader } from './vectors/vector-reader.ts'

const MAKERS: { [Name in keyof TenantReader]: (scope: TenantScope) => TenantReader[Name] } = {
  flows: createFlowReader,
  runs: createRunReader,
  waits: createWaitReader,
  messages: createMessageReader,
  credentials: createCredentialReader,
  connections: createConnectionReader,
  variables: createVariableReader,
  customTemplates: createCustomTemplateReader,
  apiKeys: createApiKeyReader,
  files: createFileReader,
  vectors: createVectorReader,
}

class LazyReader {
  readonly scope: TenantScope
  readonly made: Partial<TenantReader> = {}
  constructor(scope: TenantScope) {
    this.scope = scope
  }
}

for (const name of Object.keys(MAKERS) as (keyof TenantReader)[]) {
  Object.defineProperty(LazyReader.prototype, name, {
    get(this: LazyReader) {
      this.made[name] ??= MAKERS[name](this.scope) as never
      return this.made[name]
    },
  })
}

/** Makes the reader of one workspace. Each of its parts is made when it is first asked for: most reads need one. */
export function createTenantReader(scope: TenantScope): TenantReader {
  // The loop above gives the class every part that `MAKERS` names, which is every part of a reader.
  return new LazyReader(scope) as unknown as TenantReader
}
