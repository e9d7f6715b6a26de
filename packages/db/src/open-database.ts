import { randomInt } from 'node:crypto'
import type { DatabaseAdapter } from './adapters/adapter.ts'
import { type DatabasePlace, openAdapter } from './adapters/open-adapter.ts'
import { createApiKeyReader } from './api-keys/api-key-reader.ts'
import { createApiKeyWriter } from './api-keys/api-key-writer.ts'
import { createActivityReader } from './audit/activity-reader.ts'
import { createAuditWriter } from './audit/audit-writer.ts'
import { createSystemAudit } from './audit/system-audit.ts'
import { createConnectionReader } from './connections/connection-reader.ts'
import { createConnectionWriter } from './connections/connection-writer.ts'
import { createCredentialReader } from './credentials/credential-reader.ts'
import { createCredentialWriter } from './credentials/credential-writer.ts'
import { createCustomToolReader } from './custom-tools/custom-tool-reader.ts'
import { createCustomToolWriter } from './custom-tools/custom-tool-writer.ts'
import type { Database, OrganizationStore, SystemStore, TenantReader, TenantWriter } from './database.ts'
import { createDocumentStoreReader } from './document-stores/document-store-reader.ts'
import { createDocumentStoreWriter } from './document-stores/document-store-writer.ts'
import { createFileReader } from './files/file-reader.ts'
import { createFileWriter } from './files/file-writer.ts'
import { createFlowReader } from './flows/flow-reader.ts'
import { createFlowWriter } from './flows/flow-writer.ts'
import { keepMails } from './mails/keep-mails.ts'
import { createMailStore } from './mails/mail-store.ts'
import { createMcpServerReader } from './mcp-servers/mcp-server-reader.ts'
import { createMcpServerWriter } from './mcp-servers/mcp-server-writer.ts'
import { createMessageReader } from './messages/message-reader.ts'
import type { MessageNumbering } from './messages/message-rows.ts'
import { createMessageWriter } from './messages/message-writer.ts'
import { migrate } from './migrations/migrate.ts'
import { createOrganizationReader } from './organizations/organization-reader.ts'
import { type OrganizationFacts, openOrganizationScope } from './organizations/organization-scope.ts'
import { createOrganizationWriter } from './organizations/organization-writer.ts'
import { askAgain } from './organizations/rights-inside.ts'
import { createProvisioningReader } from './provisioning/provisioning-reader.ts'
import { createScimGroupStore } from './provisioning/scim-group-store.ts'
import { createScimTokenStore } from './provisioning/scim-token-store.ts'
import { createScimUserStore } from './provisioning/scim-user-store.ts'
import { createRisingIds } from './rising-ids.ts'
import { createProgressByRows } from './runs/progress-by-rows.ts'
import { createProgressInOneStatement } from './runs/progress-in-one-statement.ts'
import type { RunProgressStore } from './runs/progress-store.ts'
import { createRunReader } from './runs/run-reader.ts'
import { createRunWriter } from './runs/run-writer.ts'
import { createWaitReader } from './runs/wait-reader.ts'
import { createWaitWriter } from './runs/wait-writer.ts'
import { createShareReader, createShareWriter } from './shares/share-store.ts'
import { createLoginMethodReader } from './sign-on/login-method-reader.ts'
import { createDomainReader } from './sign-on/organization-domains.ts'
import { createSignOnStore } from './sign-on/sign-on-store.ts'
import { createAccountLifeStore } from './system/account-life-store.ts'
import { createAccountStore } from './system/account-store.ts'
import { createIdempotencyStore } from './system/idempotency-store.ts'
import { createInvitationStore } from './system/invitations/invitation-store.ts'
import { createMetaStore } from './system/meta-store.ts'
import { createOrganizationMaker } from './system/organization-store.ts'
import { createPasskeyStore } from './system/passkey-store.ts'
import { createMemberReader } from './system/people/member-reader.ts'
import { createMemberWriter } from './system/people/member-writer.ts'
import { createRegistrationStore } from './system/registration-store.ts'
import { createSecondFactorStore } from './system/second-factor-store.ts'
import { createSessionStore } from './system/session-store.ts'
import { createSystemApiKeys } from './system/system-api-keys.ts'
import { createSystemDeletions } from './system/system-deletions.ts'
import { createSystemFiles } from './system/system-files.ts'
import { createSystemMessages } from './system/system-messages.ts'
import { createSystemRefreshes } from './system/system-refreshes.ts'
import { createSystemRoutes } from './system/system-routes.ts'
import { createSystemRuns } from './system/system-runs.ts'
import type { SystemScope } from './system/system-scope.ts'
import { createSystemWorkspaces } from './system/system-workspaces.ts'
import { createOneTimeTokenStore } from './system/token-store.ts'
import { createCustomTemplateReader } from './templates/template-reader.ts'
import { createCustomTemplateWriter } from './templates/template-writer.ts'
import {
  createTenantScope,
  runPrepared,
  type TenantConnections,
  type TenantScope,
} from './tenant/tenant-scope.ts'
import { createVariableReader } from './variables/variable-reader.ts'
import { createVariableWriter } from './variables/variable-writer.ts'
import { createVectorReader } from './vectors/vector-reader.ts'
import { createVectorWriter } from './vectors/vector-writer.ts'

/** Where the data lies, and the clock that stamps rows (milliseconds since 1970). */
export type DatabaseOptions = DatabasePlace & { now?: (() => number) | undefined }

const POSITIONS_PER_MILLISECOND = 1024

/** One for the process, whose rows are put in order by it, whichever database they lie in. */
const newId = createRisingIds()

/** Opens the database and brings its schema to the newest version, while no other process does the same. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const adapter = await openAdapter(options)
  try {
    await migrate(adapter, 'latest')
  } catch (error) {
    await adapter.close()
    throw error
  }
  return createDatabase(adapter, options.now ?? Date.now)
}

function createDatabase(adapter: DatabaseAdapter, now: () => number): Database {
  const nextPosition = createPositions(now)
  const { capabilities } = adapter
  const scopeOf = (workspaceId: string, connections: TenantConnections): TenantScope =>
    createTenantScope(connections, { workspaceId, capabilities, now, newId, nextPosition })
  return {
    capabilities,
    system: createSystemStore({
      capabilities,
      reader: () => adapter.reader({ kind: 'system' }),
      longReader: () => adapter.longReader({ kind: 'system' }),
      read(prepared, values) {
        const sender = adapter.reader({ kind: 'system' })
        return runPrepared({ capabilities, builder: () => sender, sender }, prepared, values)
      },
      write: (work) => adapter.write({ kind: 'system' }, work),
      now,
      newId,
    }),
    read(workspaceId) {
      const scope = { kind: 'tenant', workspaceId } as const
      return createTenantReader(
        scopeOf(workspaceId, {
          reads: () => adapter.reader(scope),
          longReads: () => adapter.longReader(scope),
        }),
      )
    },
    write: (workspaceId, work, rights) =>
      adapter.write(
        { kind: 'tenant', workspaceId, ...(rights && { organizationId: rights.organizationId }) },
        async (db) => {
          if (rights) await askAgain(db, { ...rights, capabilities, now, newId }, rights.askAgain)
          return work(createWriter(scopeOf(workspaceId, { reads: () => db, longReads: () => db })))
        },
      ),
    organization: (organizationId) => createOrganizationStore(adapter, { organizationId, now, newId }),
    progress: (workspaceId) => createProgress(adapter, { workspaceId, newId, nextPosition }),
    releaseSpace: async () => adapter.releaseSpace?.() ?? 0,
    migrateDown: (to) => migrate(adapter, to),
    close: () => adapter.close(),
  }
}

function createOrganizationStore(
  adapter: DatabaseAdapter,
  owner: Omit<OrganizationFacts, 'capabilities'>,
): OrganizationStore {
  const scope = { kind: 'organization', organizationId: owner.organizationId } as const
  const { capabilities } = adapter
  const facts = { ...owner, capabilities }
  const reading = openOrganizationScope(facts, {
    reads: adapter.reader(scope),
    longReads: () => adapter.longReader(scope),
  })
  // Each part is made for who asks for it: every request asks for one of them.
  return {
    get read() {
      return createOrganizationReader(reading)
    },
    get loginMethods() {
      return createLoginMethodReader(reading)
    },
    get domains() {
      return createDomainReader(reading)
    },
    get provisioning() {
      return createProvisioningReader(reading)
    },
    get activity() {
      return createActivityReader(reading, capabilities)
    },
    write: (work, ask) =>
      adapter.write(scope, async (db) => {
        await askAgain(db, facts, ask)
        const inside = openOrganizationScope(facts, { reads: db })
        const audit = createAuditWriter(inside, (mails) => keepMails(inside.db, mails, inside.now()))
        return work({ ...createOrganizationWriter(inside), audit })
      }),
  }
}

function createProgress(
  { write, writeStatement }: DatabaseAdapter,
  scope: MessageNumbering & { workspaceId: string },
): RunProgressStore {
  return writeStatement
    ? createProgressInOneStatement(writeStatement, scope)
    : createProgressByRows(write, scope)
}

function createWriter(scope: TenantScope): TenantWriter {
  return {
    flows: createFlowWriter(scope),
    runs: createRunWriter(scope),
    waits: createWaitWriter(scope),
    messages: createMessageWriter(scope),
    credentials: createCredentialWriter(scope),
    connections: createConnectionWriter(scope),
    customTools: createCustomToolWriter(scope),
    mcpServers: createMcpServerWriter(scope),
    variables: createVariableWriter(scope),
    customTemplates: createCustomTemplateWriter(scope),
    apiKeys: createApiKeyWriter(scope),
    files: createFileWriter(scope),
    vectors: createVectorWriter(scope),
    documentStores: createDocumentStoreWriter(scope),
    shares: createShareWriter(scope),
    audit: createAuditWriter(scope),
  }
}

function createSystemStore(scope: SystemScope): SystemStore {
  return {
    accounts: createAccountStore(scope),
    people: { ...createMemberReader(scope), ...createMemberWriter(scope) },
    workspaces: createSystemWorkspaces(scope),
    organizations: createOrganizationMaker(scope),
    accountLife: createAccountLifeStore(scope),
    registrations: createRegistrationStore(scope),
    invitations: createInvitationStore(scope),
    secondFactors: createSecondFactorStore(scope),
    signOn: createSignOnStore(scope),
    provisioning: {
      ...createScimUserStore(scope),
      ...createScimGroupStore(scope),
      ...createScimTokenStore(scope),
    },
    passkeys: createPasskeyStore(scope),
    audit: createSystemAudit(scope),
    sessions: createSessionStore(scope),
    tokens: createOneTimeTokenStore(scope),
    apiKeys: createSystemApiKeys(scope),
    runs: createSystemRuns(scope),
    deletions: createSystemDeletions(scope),
    messages: createSystemMessages(scope),
    files: createSystemFiles(scope),
    routes: createSystemRoutes(scope),
    refreshes: createSystemRefreshes(scope),
    meta: createMetaStore(scope),
    idempotency: createIdempotencyStore(scope),
    mails: createMailStore(scope),
  }
}

/**
 * Numbers that rise in this process with every call, and across processes with the time. Each process begins its
 * milliseconds at a place of its own, so that two hardly ever give the same number.
 */
function createPositions(now: () => number): () => number {
  const start = randomInt(POSITIONS_PER_MILLISECOND / 2)
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * POSITIONS_PER_MILLISECOND + start)
    return last
  }
}

const MAKERS: { [Name in keyof TenantReader]: (scope: TenantScope) => TenantReader[Name] } = {
  flows: createFlowReader,
  runs: createRunReader,
  waits: createWaitReader,
  messages: createMessageReader,
  credentials: createCredentialReader,
  connections: createConnectionReader,
  customTools: createCustomToolReader,
  mcpServers: createMcpServerReader,
  variables: createVariableReader,
  customTemplates: createCustomTemplateReader,
  apiKeys: createApiKeyReader,
  files: createFileReader,
  vectors: createVectorReader,
  documentStores: createDocumentStoreReader,
  shares: createShareReader,
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
function createTenantReader(scope: TenantScope): TenantReader {
  // The loop above gives the class every part that `MAKERS` names, which is every part of a reader.
  return new LazyReader(scope) as unknown as TenantReader
}
