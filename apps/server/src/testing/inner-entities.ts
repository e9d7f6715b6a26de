import { runByHand } from './by-hand.ts'
import { credentialFlow } from './example-flows.ts'
import { makeFlow } from './make-flow.ts'
import type { Making, TenantEntity } from './tenant-entity.ts'
import type { TestCaller } from './test-caller.ts'

/** A word that stands nowhere else. */
const mark = (kind: string) => `foreign-${kind}-${crypto.randomUUID()}`

/** Who calls; keys are nobody. */
const whoami = (caller: TestCaller) =>
  caller.expect<{ id: string; activeOrganizationId: string }>(200, 'GET', '/auth/session')

const workspaceOf = async (caller: TestCaller, { made }: Making) =>
  (await caller.expect<{ workspaceId: string }>(200, 'GET', `/chatflows/${made.flow}`)).workspaceId

type Values = Record<string, string | number | boolean | null>

const written = (value: Values[string]) =>
  typeof value === 'string' ? `'${value}'` : value === null ? 'null' : String(value)

/** Writes a row that only time, or somebody outside, makes. */
async function insert({ server }: Making, table: string, values: Values): Promise<void> {
  if (!server) throw new Error('A row by hand needs the server.')
  const columns = Object.keys(values).map((name) => `"${name}"`)
  const row = Object.values(values).map(written)
  await runByHand(server, `insert into "${table}" (${columns.join()}) values (${row.join()})`)
}

const fileIn = (flow: string | undefined, name: string) =>
  `/get-upload-file?chatflowId=${flow}&chatId=foreign-chat&fileName=${name}`

/**
 * What lies inside of other things and is named by no id of its own, or is made by time and by the world outside. The id
 * of each is a word that stands nowhere else.
 */
export const innerEntities: Record<string, TenantEntity> = {
  flowUse: {
    of: 'workspace',
    lists: ['/chatflows'],
    make: (caller, { made }) =>
      makeFlow(caller, credentialFlow(made.credential ?? ''), { name: 'Foreign use' }),
  },
  connection: {
    of: 'workspace',
    lists: [],
    async make(caller, making) {
      const account = mark('account')
      const workspaceId = await workspaceOf(caller, making)
      const { made } = making
      const facts = { account, sealed: 'x', generation: 'g', hasEnded: false, revision: 1, lockedUntil: 0 }
      await insert(making, 'connections', {
        ...{ ...facts, credentialId: made.credential ?? null, workspaceId },
        ...{ expiresAt: null, createdAt: 1, updatedAt: 1 },
      })
      return account
    },
  },
  authorisation: {
    of: 'workspace',
    lists: [],
    async make(caller, making) {
      const stateHash = mark('state')
      const workspaceId = await workspaceOf(caller, making)
      const facts = { stateHash, workspaceId, credentialId: making.made.credential ?? null }
      await insert(making, 'authorisations', { ...facts, signInId: 'x', sealed: 'x', expiresAt: 9e14 })
      return stateHash
    },
  },
  file: {
    of: 'workspace',
    lists: [],
    calls: (fileName, { flow }) => [{ method: 'GET', path: fileIn(flow, fileName) }],
    async make(caller, making) {
      const name = `${mark('file')}.png`
      const workspaceId = await workspaceOf(caller, making)
      const content = { blobId: crypto.randomUUID(), name, mediaType: 'image/png', size: 1, sha256: 'x' }
      const owner = { ownerKind: 'flow', ownerId: making.made.flow ?? null, namespace: null }
      const chat = { sessionId: 'foreign-chat', chatId: 'foreign-chat', createdAt: 1 }
      await insert(making, 'files', { id: crypto.randomUUID(), workspaceId, ...content, ...owner, ...chat })
      // Where the flow lies is looked up once.
      await caller.call('GET', fileIn(making.made.flow, name))
      return name
    },
  },
  repeatedCall: {
    of: 'workspace',
    lists: ['/variables'],
    async make(caller) {
      const headers = { 'idempotency-key': 'foreign' }
      const body = { name: 'foreignTwice' }
      return (await caller.call<{ id: string }>('POST', '/variables', body, headers)).body.id
    },
  },
  loaderRefresh: {
    of: 'workspace',
    lists: [({ documentStore }) => `/document-store/store/${documentStore}`],
    async make(caller, { made }) {
      const setting = { every: 'days', count: 1, at: '06:30', timeZone: 'Europe/Berlin' }
      const path = `/document-store/loader/${made.documentStore}/${made.loader}/refresh`
      await caller.expect(200, 'PUT', path, { setting })
      return made.loader ?? ''
    },
  },
  loaderPage: {
    of: 'workspace',
    lists: [],
    async make(caller, making) {
      const key = mark('page')
      const workspaceId = await workspaceOf(caller, making)
      await insert(making, 'loaderPages', {
        ...{ loaderId: making.made.loader ?? null, workspaceId, key },
        reply: JSON.stringify({ text: key }),
      })
      return key
    },
  },
  chunkContext: {
    of: 'workspace',
    lists: [],
    async make(caller, making) {
      const context = mark('context')
      const workspaceId = await workspaceOf(caller, making)
      const { documentStore: storeId = null, run: runId = null } = making.made
      await insert(making, 'chunkContexts', { storeId, key: 'foreign', workspaceId, context, runId })
      return context
    },
  },
  vectorCentre: {
    of: 'workspace',
    lists: [],
    async make(caller, making) {
      const space = mark('space')
      const workspaceId = await workspaceOf(caller, making)
      const facts = { id: crypto.randomUUID(), workspaceId, space, dimensions: 1 }
      await insert(making, 'vectorCentres', { ...facts, centre: '0000', createdAt: 1 })
      return space
    },
  },
}

/** What else belongs to an organisation as a whole, made after all of its things. */
export const innerOrganizationEntities: Record<string, TenantEntity> = {
  /** Of a person: the callers of a workspace may be keys, which have none. */
  draft: {
    of: 'organization',
    lists: [({ flow }) => `/chatflows/${flow}/draft`],
    async make(caller, { made }) {
      const { flow, version } = made
      const label = mark('draft')
      const node = { id: 'stickyNoteAgentflow_9', type: 'stickyNoteAgentflow', typeVersion: 1, label }
      const added = [{ ...node, position: { x: 0, y: 0 }, values: {} }]
      const none = { added: [], removed: [], changed: [] }
      await caller.expect(200, 'POST', `/chatflows/${flow}/draft`, {
        diff: { nodes: { ...none, added }, edges: none },
        viewport: null,
        baseVersionId: version,
        after: 0,
      })
      return label
    },
  },
  identity: {
    of: 'organization',
    lists: [],
    async make(caller, making) {
      const subject = mark('subject')
      const { id: userId, activeOrganizationId: organizationId } = await whoami(caller)
      const facts = {
        loginMethodId: making.made.loginMethod ?? null,
        issuer: 'https://foreign.example',
        subject,
      }
      await insert(making, 'identities', {
        ...{ ...facts, organizationId, userId, email: `${subject}@example.com` },
        ...{ createdAt: 1, lastUsedAt: null },
      })
      return subject
    },
  },
  /** A mail that did not arrive yet. */
  outgoingMail: {
    of: 'organization',
    lists: [],
    async make(caller, making) {
      const mailbox = mark('mailbox')
      const { activeOrganizationId: organizationId } = await whoami(caller)
      const facts = { id: crypto.randomUUID(), about: 'invitation', mailbox, sealed: 'x', attempts: 0 }
      const times = { createdAt: 1, dueAt: 9e14, endsAt: 9e14 }
      await insert(making, 'outgoingMails', { ...facts, organizationId, ...times })
      return mailbox
    },
  },
  share: {
    of: 'organization',
    lists: [({ credential }) => `/workspace/shared/${credential}`],
    async make(caller, { made }) {
      const workspace = await caller.expect<{ id: string }>(201, 'POST', '/workspace', {
        name: 'foreign share',
      })
      const body = { itemType: 'credential', workspaceIds: [workspace.id] }
      await caller.expect(200, 'POST', `/workspace/shared/${made.credential}`, body)
      return workspace.id
    },
  },
}
