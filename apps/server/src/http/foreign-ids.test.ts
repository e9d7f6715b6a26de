import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { pathWithId, tenantEntities } from '../testing/tenant-entities.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

const NO_LIST = { added: [], removed: [], changed: [] }
const NO_CHANGE = { nodes: NO_LIST, edges: NO_LIST }

/** Bodies that the routes with an id take, so that nothing but the id is wrong. */
const bodies: Record<string, object> = {
  createRetrievalQuestion: { question: 'How hot?', passages: [{ text: 'seventy' }] },
  updateChatflow: { name: 'Taken' },
  saveChatflow: { diff: NO_CHANGE },
  appendDraft: { diff: NO_CHANGE, viewport: null, baseVersionId: UNKNOWN, after: 0 },
  updateVariable: { name: 'taken' },
  updateCustomTool: { name: 'taken' },
  updateMcpServer: { name: 'taken' },
  updateCredential: { name: 'taken' },
  updateApiKey: { keyName: 'taken' },
  updateExecution: { isPublic: true },
  predictInternally: { question: 'x' },
  linkWorkspaceUsers: { users: [{ userId: UNKNOWN, roleId: UNKNOWN }] },
  unlinkWorkspaceUsers: { userIds: [UNKNOWN] },
  setLoaderRefresh: { setting: null },
  setLoaderTags: { tags: [] },
  setFlowDocumentTags: { tags: [] },
  mapProvisionedGroup: { places: [] },
  replaceShares: { itemType: 'credential', workspaceIds: [] },
  generateToolDescription: { selectedChatModel: { name: 'chatOpenAI', inputs: {} } },
}

/** Templates come with the product and are nobody's. */
const OF_NOBODY = /^\/marketplaces\/templates\b/
/** What belongs to one person is tried in the tests of accounts. */
const OF_A_PERSON = /^\/account\b/

const routes = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(
  ([, { path, policy }]) =>
    /:(id|chatflowid)\b/.test(path) &&
    !OF_NOBODY.test(path) &&
    !OF_A_PERSON.test(path) &&
    // Of SCIM, whose callers have no workspace, it is tried in its own tests.
    policy.gate !== 'provisioning' &&
    (policy.gate !== 'public' || path.startsWith('/runs')),
)

const entities = Object.entries(tenantEntities)

/** The kind of thing that the path of a route names. */
const kindOf = ({ path }: RouteDefinition) =>
  entities.find(([, { routes: own }]) => own?.test(path))?.[0] ?? ''

/** Ids of things by their kinds. */
type Ids = Record<string, string>

/** The kinds of things of a tenant, and one of each. */
const makeThings = async (caller: TestCaller, of: readonly string[]): Promise<Ids> => {
  const ids: Ids = {}
  for (const [kind, entity] of entities) if (of.includes(entity.of)) ids[kind] = await entity.make(caller)
  return ids
}

describe.each(databaseKinds)('ids of another tenant on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let other: { caller: TestCaller; workspaceId: string }
  let foreign: { caller: TestCaller; workspaceId: string }
  let ids: Ids
  let foreignIds: Ids

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    other = await server.addWorkspace()
    foreign = await server.addOrganization()
    ids = await makeThings(other.caller, ['workspace'])
    foreignIds = await makeThings(foreign.caller, ['workspace', 'organization'])
  })

  afterAll(() => server.stop())

  /** Everything that a tenant holds, as it sees itself. */
  const snapshot = (caller: TestCaller, things: Ids) =>
    Promise.all(
      [
        ...entities.flatMap(([name, entity]) => {
          const id = things[name]
          if (id === undefined) return []
          const reads = entity.calls?.(id).filter(({ method }) => method === 'GET') ?? []
          return [...entity.lists, ...reads.map(({ path }) => path)]
        }),
        `/chatmessage/${things.flow}`,
      ].map(async (path) => (await caller.call('GET', path)).text),
    )

  const shape = (text: string, id: string) =>
    text
      .replaceAll(id, 'ID')
      .replaceAll(UNKNOWN, 'ID')
      .replace(/"requestId":"[^"]*"/, '')

  /** The administrator of an organisation may reach all its workspaces: only what is in them is another's. */
  const tenantsOf = (of: 'workspace' | 'organization'): [TestCaller, Ids][] =>
    of === 'workspace'
      ? [
          [foreign.caller, foreignIds],
          [other.caller, ids],
        ]
      : [[foreign.caller, foreignIds]]

  /** Calls once with the id of another's thing and once with one of nothing: the answers are the same. */
  async function expectSame(
    { method, path, body }: { method: string; path: (id: string) => string; body?: (id: string) => unknown },
    id: string,
  ): Promise<number> {
    const theirs = await administrator.call(method, path(id), body?.(id))
    const nothing = await administrator.call(method, path(UNKNOWN), body?.(UNKNOWN))
    expect([theirs.status, shape(theirs.text, id)]).toEqual([nothing.status, shape(nothing.text, id)])
    return theirs.status
  }

  test.each(routes)('%s tells them from unknown ones in nothing', async (name, route) => {
    const entity = kindOf(route)
    const { of = 'workspace' } = tenantEntities[entity] ?? {}
    expect(foreignIds[entity], route.path).toBeDefined()
    const body = route.body === undefined ? undefined : () => bodies[name] ?? {}
    const path = (id: string) => `${API_PREFIX}${pathWithId(route.path, id)}`
    for (const [caller, things] of tenantsOf(of)) {
      const before = await snapshot(caller, things)
      const call = { method: route.method, path, ...(body ? { body } : {}) }
      const status = await expectSame(call, things[entity] ?? '')
      if (name !== 'deleteExecution') expect(status).toBe(404)
      expect(await snapshot(caller, things)).toEqual(before)
    }
  })

  test.each(entities)('of a %s are unknown ones wherever a call names them', async (name, { calls, of }) => {
    for (const [caller, things] of tenantsOf(of)) {
      const id = things[name] ?? ''
      const before = await snapshot(caller, things)
      for (const [index, { method }] of (calls?.(id) ?? []).entries()) {
        const at = (wanted: string) => calls?.(wanted)[index]
        const call = {
          method,
          path: (wanted: string) => at(wanted)?.path ?? '',
          body: (wanted: string) => at(wanted)?.body,
        }
        await expectSame(call, id)
      }
      expect(await snapshot(caller, things)).toEqual(before)
    }
  })

  test('are in no list', async () => {
    const lists = entities.flatMap(([, entity]) => entity.lists)
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

  test('of a credential open nothing in a run', async () => {
    const start = replyFlow().nodes[0]
    const flow = {
      nodes: [
        start,
        {
          id: 'llmAgentflow_0',
          type: 'agentFlow',
          position: { x: 0, y: 0 },
          data: {
            id: 'llmAgentflow_0',
            name: 'llmAgentflow',
            label: 'L',
            inputs: {
              llmModel: 'chatOpenAI',
              llmModelConfig: {
                llmModel: 'chatOpenAI',
                modelName: 'x',
                FLOWISE_CREDENTIAL_ID: ids.credential,
              },
            },
          },
        },
      ],
      edges: [
        {
          id: 'e',
          source: 'startAgentflow_0',
          sourceHandle: 'startAgentflow_0-output-startAgentflow',
          target: 'llmAgentflow_0',
          targetHandle: 'llmAgentflow_0',
          type: 'agentFlow',
        },
      ],
    }
    const id = await makeFlow(administrator, flow)
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
