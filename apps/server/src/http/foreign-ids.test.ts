import { API_PREFIX, allRoutes, type RouteDefinition, type RouteName } from '@runnel/contract'
import { databaseKinds, statementsOf } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { credentialFlow, replyFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { namedIds, namesId } from '../testing/named-ids.ts'
import { fillPath, kindOfPlace, makeThings, NO_CHANGE, tenantEntities } from '../testing/tenant-entities.ts'
import { type Ids, listsOf, type NamingCall } from '../testing/tenant-entity.ts'
import { createCaller, type TestAnswer, type TestCaller } from '../testing/test-caller.ts'
import type { TestServer } from '../testing/test-server.ts'
import { goodBodies } from './hostile-bodies.fixture.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

/** Bodies whose own ids must be those of things that are there; for all others the good bodies of the routes do. */
const bodiesWith = ({ documentStore, chunk }: Ids): Partial<Record<RouteName, object>> => ({
  ...goodBodies,
  updateChatflow: { name: 'Taken' },
  saveChatflow: { diff: NO_CHANGE },
  appendDraft: { diff: NO_CHANGE, viewport: null, baseVersionId: UNKNOWN, after: 0 },
  mapProvisionedGroup: { places: [] },
  replaceShares: { itemType: 'credential', workspaceIds: [] },
  processLoader: { storeId: documentStore },
  mergeChunks: { ids: [chunk, UNKNOWN] },
})

/** Templates come with the product and are nobody's. */
const OF_NOBODY = /^\/marketplaces\/templates\b/
/** What belongs to one person is tried in the tests of accounts. */
const OF_A_PERSON = /^\/account\/(sessions|passkeys)\b/

const closedRoutes = (Object.entries(allRoutes) as [RouteName, RouteDefinition][]).filter(
  ([, { path, policy }]) =>
    !OF_NOBODY.test(path) &&
    !OF_A_PERSON.test(path) &&
    // Of SCIM, whose callers have no workspace, it is tried in its own tests.
    policy.gate !== 'provisioning' &&
    (policy.gate !== 'public' || path.startsWith('/runs')),
)

/** Each place of each path that holds the id of a thing. */
const idPlaces = closedRoutes.flatMap(([name, route]) =>
  [...route.path.matchAll(/:(\w+)/g)].flatMap(([, place = '']) => {
    const kind = kindOfPlace(route, place)
    return kind === undefined ? [] : [{ name, route, place, kind }]
  }),
)

const entities = Object.entries(tenantEntities)

/** Where a tenant sees what is in one of its things. */
const READS: Record<string, (things: Ids) => string[]> = {
  flow: ({ flow }) => [`/chatmessage/${flow}`],
  documentStore: ({ documentStore }) => [
    `/document-store/store/${documentStore}`,
    `/document-store/questions/${documentStore}`,
    `/document-store/tests/${documentStore}`,
    `/upsert-history/${documentStore}`,
  ],
  chunk: ({ documentStore, loader }) => [`/document-store/chunks/${documentStore}/${loader}/1`],
}

/**
 * Fields that hold no id of somebody's thing, or one that is looked at elsewhere: by `name of the route field`, or by
 * the field alone.
 */
const NO_IDS = new Set([
  // The page sends back what it was given: taken and left as it is, or refused (chatflows.test.ts, hostile-input.test.ts).
  ...['id', 'workspaceId', 'headVersionId', 'runId'],
  // Of a method that is only tried its settings count alone.
  ...['testLoginMethod providers[].id', 'testLoginMethod providers[].organizationId'],
  // Ids inside a document are its own, and conversations are named by their callers (private-sessions.test.ts).
  ...['sessionId', 'chatId', 'stopNodeId', 'input.humanInput.startNodeId'],
  // Names of nodes, and a name that a provider gives to itself.
  ...['splitterId', 'previewLoader loaderId', 'saveLoader loaderId', 'processLoader loaderId'],
  ...['providers[].config.entityId'],
  // Files are kept by what is in them, of one loader (document-stores.test.ts).
  'fileId',
  // What a passkey calls itself.
  ...['passkey.id', 'passkey.rawId'],
  // What the caller saw is compared with what is so, and leads nowhere.
  'replaceShares knownWorkspaceIds[]',
  // The node that a form belongs to.
  'getNodeConfig id',
])
const OF_A_DOCUMENT = /^(document|diff)\./

/** The calls that name things, with an id that stands nowhere else. */
const namingCalls: NamingCall[] = entities.flatMap(([, { calls }]) => calls?.(UNKNOWN, {}) ?? [])

test.each(closedRoutes)('%s names things in no field that nobody tries', (name, route) => {
  const untried = namedIds(route).filter(
    (field) =>
      !NO_IDS.has(field) &&
      !NO_IDS.has(`${name} ${field}`) &&
      !OF_A_DOCUMENT.test(field) &&
      !namingCalls.some((call) => namesId(call, { route, field, id: UNKNOWN })),
  )
  expect(untried).toEqual([])
})

/** What the worker looks for again and again, whoever asks for what. */
const OF_THE_WORKER =
  /from "runs" where ("endedAt" is null and \(?"status" = '(queued|running)'|"status" = 'queued')|clock_timestamp\(\)/
const OF_A_REFUSAL = /^insert into "auditEntries"/

describe.each(databaseKinds)('ids of another tenant on %s', (kind) => {
  let running: VendorServer
  let server: TestServer
  let administrator: TestCaller
  let other: { caller: TestCaller; workspaceId: string }
  let foreign: { caller: TestCaller; workspaceId: string }
  let own: Ids
  let ids: Ids
  let foreignIds: Ids
  let atFirst: string[][]

  beforeAll(async () => {
    running = await startVendorServer({ kind })
    const { vendor } = running
    server = running.server
    administrator = running.administrator
    other = await server.addWorkspace()
    foreign = await server.addOrganization()
    own = await makeThings(administrator, { of: ['workspace', 'organization'], vendor, server })
    ids = await makeThings(other.caller, { of: ['workspace'], vendor, server })
    foreignIds = await makeThings(foreign.caller, { of: ['workspace', 'organization'], vendor, server })
    atFirst = [await snapshot(foreign.caller, foreignIds), await snapshot(other.caller, ids)]
  })

  afterAll(() => running.stop())

  /** What a tenant holds of some kinds of things, as it sees itself. */
  const snapshot = (caller: TestCaller, things: Ids, kinds = Object.keys(tenantEntities)) =>
    Promise.all(
      kinds
        .flatMap((name) => {
          const entity = tenantEntities[name]
          const id = things[name]
          if (id === undefined || !entity) return []
          const reads = entity.calls?.(id, things).filter(({ method }) => method === 'GET') ?? []
          return [
            ...listsOf(entity, things),
            ...reads.map(({ path }) => path),
            ...(READS[name]?.(things) ?? []),
          ]
        })
        .map(async (path) => withoutRequest((await caller.call('GET', path)).text)),
    )

  /** An answer without what each call changes by itself. */
  const withoutRequest = (text: string) =>
    text.replace(/"requestId":"[^"]*"/, '').replaceAll(/"lastUsedDate":"[^"]*"/g, '')
  /** An answer without what differs from call to call: ids that it made up, and times. */
  const shape = (text: string, id: string) =>
    withoutRequest(text)
      .replaceAll(id, 'ID')
      .replaceAll(UNKNOWN, 'ID')
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'NEW')
      .replace(/"revision":\d+/, '')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW')

  /** The administrator of an organisation may reach all its workspaces: only what is in them is another's. */
  const tenantsOf = (of: 'workspace' | 'organization'): Ids[] =>
    of === 'workspace' ? [foreignIds, ids] : [foreignIds]

  /** Calls once with the id of another's thing and once with one of nothing: the answers are the same, and what was read for them. */
  async function expectSame(
    { method, path, body }: { method: string; path: (id: string) => string; body?: (id: string) => unknown },
    id: string,
  ): Promise<number | undefined> {
    const ask = async (named: string) => {
      let answer: TestAnswer | undefined
      const statements = await statementsOf(async () => {
        answer = await administrator.call(method, path(named), body?.(named))
      })
      const own = statements.filter((text) => !OF_THE_WORKER.test(text))
      // A refusal is written down once in a minute, whatever was named.
      const asked = answer?.status === 403 ? own.filter((text) => !OF_A_REFUSAL.test(text)) : own
      return { asked, status: answer?.status, text: shape(answer?.text ?? '', named) }
    }
    const theirs = await ask(id)
    // What it costs tells as much as what it says.
    expect(theirs).toEqual(await ask(UNKNOWN))
    return theirs.status
  }

  test('are in no list', async () => {
    const lists = entities.flatMap(([, entity]) => listsOf(entity, own))
    const narrow = [ids, foreignIds].flatMap((things) => [
      `/executions?kind=all&id=${things.run}`,
      `/executions?kind=all&agentflowId=${things.flow}`,
    ])
    for (const path of [...lists.filter((each) => !each.startsWith('/workspace')), ...narrow]) {
      const answer = await administrator.call('GET', path)
      expect(answer.status, path).toBe(200)
      const others = [
        ...Object.values(ids),
        ...Object.values(foreignIds),
        foreign.workspaceId,
        other.workspaceId,
      ]
      for (const id of others) expect(answer.text, path).not.toContain(id)
    }
    const workspaces = await administrator.call('GET', '/workspace')
    for (const id of [foreign.workspaceId, ...Object.values(foreignIds)])
      expect(workspaces.text).not.toContain(id)
  })

  test.each(idPlaces)(
    '$name tells them from unknown ones in nothing, at :$place',
    async ({ name, route, place, kind: entity }) => {
      const { of = 'workspace' } = tenantEntities[entity] ?? {}
      const body = route.body === undefined ? undefined : () => bodiesWith(own)[name] ?? {}
      const path = (id: string) =>
        `${API_PREFIX}${fillPath(route, (each, at) => (at === place ? id : (own[each] ?? '')))}`
      for (const things of tenantsOf(of)) {
        const call = { method: route.method, path, ...(body ? { body } : {}) }
        const status = await expectSame(call, things[entity] ?? '')
        if (name !== 'deleteExecution') expect(status).toBe(404)
      }
    },
  )

  test.each(entities)('of a %s are unknown ones wherever a call names them', async (name, { calls, of }) => {
    for (const things of tenantsOf(of)) {
      const id = things[name] ?? ''
      for (const [index, { method }] of (calls?.(id, own) ?? []).entries()) {
        const at = (wanted: string) => calls?.(wanted, own)[index]
        const call = {
          method,
          path: (wanted: string) => at(wanted)?.path ?? '',
          body: (wanted: string) => at(wanted)?.body,
        }
        await expectSame(call, id)
      }
    }
  })

  test('left no trace in what the other tenants hold, whatever was tried', async () => {
    expect([await snapshot(foreign.caller, foreignIds), await snapshot(other.caller, ids)]).toEqual(atFirst)
  })

  test('of a credential open nothing in a run', async () => {
    const id = await makeFlow(administrator, credentialFlow(ids.credential ?? ''))
    const answer = await administrator.call<{ message: string }>('POST', `/prediction/${id}`, {
      question: 'x',
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body.message).toMatch(/credential.*does not exist in this workspace/)
  })

  test('of a key do not open a flow here that names it', async () => {
    const id = await makeFlow(administrator, replyFlow(), { apikeyid: ids.apiKey })
    expect((await server.anonymous().call('POST', `/prediction/${id}`, { question: 'x' })).status).toBe(401)
  })

  test('of a key are in no list of it, whatever flow elsewhere names it', async () => {
    const mine = await makeFlow(administrator, replyFlow(), { name: 'Mine', apikeyid: own.apiKey })
    const theirs: string[] = []
    for (const { caller } of [other, foreign])
      theirs.push(await makeFlow(caller, replyFlow(), { name: 'Theirs', apikeyid: own.apiKey }))
    const keys = await administrator.call('GET', '/apikey')
    expect(keys.text).toContain('Mine')
    expect(keys.text).not.toContain('Theirs')
    const { key } = await server.withKey(['agentflows:view'])
    const byKey = createCaller(server.origin, { authorization: `Bearer ${key}` })
    await byKey.expect(200, 'GET', `/chatflows/${mine}`)
    for (const id of theirs) expect((await byKey.call('GET', `/chatflows/${id}`)).status).toBe(404)
  })

  test('of a file of a conversation open it for nobody who signed in elsewhere', async () => {
    const { db, blobs } = server.context
    const flow = await makeFlow(foreign.caller, replyFlow(), { apikeyid: foreignIds.apiKey })
    const bytes = Buffer.from('A')
    const file = {
      blobId: await blobs.put(bytes),
      name: 'a.png',
      mediaType: 'image/png',
      size: 1,
      sha256: 'x',
    }
    const owner = { ownerKind: 'flow', ownerId: flow, sessionId: 'c', chatId: 'c' }
    await db.write(foreign.workspaceId, ({ files }) => files.insert({ ...file, ...owner }))
    const path = `/get-upload-file?chatflowId=${flow}&chatId=c&fileName=a.png`
    await foreign.caller.expect(200, 'GET', path)
    for (const caller of [administrator, other.caller, server.anonymous()])
      expect((await caller.call('GET', path)).status).toBe(401)
  })

  test('and Idempotency-Keys do not meet', async () => {
    const headers = { 'idempotency-key': 'the same' }
    const mine = await administrator.call<{ workspaceId: string }>(
      'POST',
      '/variables',
      { name: 'twin' },
      headers,
    )
    const theirs = await other.caller.call<{ workspaceId: string }>(
      'POST',
      '/variables',
      { name: 'twin' },
      headers,
    )
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(theirs.body.workspaceId).toBe(other.workspaceId)
    expect(mine.body.workspaceId).not.toBe(other.workspaceId)
  })
})
