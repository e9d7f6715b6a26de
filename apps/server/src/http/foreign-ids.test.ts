import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

const NO_LIST = { added: [], removed: [], changed: [] }
const NO_CHANGE = { nodes: NO_LIST, edges: NO_LIST }

/** Bodies that the routes with an id take, so that nothing but the id is wrong. */
const bodies: Record<string, object> = {
  updateChatflow: { name: 'Taken' },
  saveChatflow: { diff: NO_CHANGE },
  appendDraft: { diff: NO_CHANGE, viewport: null, baseVersionId: UNKNOWN, after: 0 },
  updateVariable: { name: 'taken' },
  updateCustomTool: { name: 'taken' },
  updateCredential: { name: 'taken' },
  updateApiKey: { keyName: 'taken' },
  updateExecution: { isPublic: true },
  predictInternally: { question: 'x' },
}

const byKind: [RegExp, string][] = [
  [
    /^\/(chatflows|validation|chatmessage|internal-chatmessage|internal-prediction|vector|flow-config)\b/,
    'flow',
  ],
  [/^\/(executions|runs)\b/, 'run'],
  [/^\/variables/, 'variable'],
  [/^\/tools/, 'tool'],
  [/^\/credentials/, 'credential'],
  [/^\/apikey/, 'apiKey'],
  [/^\/marketplaces\/custom/, 'template'],
]

/** Templates come with the product and are nobody's. */
const OF_NOBODY = /^\/marketplaces\/templates\b/
/** What belongs to one person is tried in the tests of accounts. */
const OF_A_PERSON = /^\/account\b/

const routes = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(
  ([, { path, policy }]) =>
    /:(id|chatflowid)\b/.test(path) &&
    !OF_NOBODY.test(path) &&
    !OF_A_PERSON.test(path) &&
    (policy.gate !== 'public' || path.startsWith('/runs')),
)

describe.each(databaseKinds)('ids of another workspace on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let other: { caller: TestCaller; workspaceId: string }
  let ids: Record<string, string>

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    other = await server.addWorkspace()
    const flow = await makeFlow(other.caller, replyFlow(), { name: 'Foreign flow' })
    const run = await other.caller.call('POST', `/internal-prediction/${flow}`, {
      question: 'x',
      chatId: 'c',
    })
    const { id: variable } = await other.caller.expect<{ id: string }>(200, 'POST', '/variables', {
      name: 'foreign',
    })
    const { id: tool } = await other.caller.expect<{ id: string }>(200, 'POST', '/tools', {
      name: 'foreign',
      description: 'Foreign.',
    })
    const { id: template } = await other.caller.expect<{ id: string }>(200, 'POST', '/marketplaces/custom', {
      name: 'foreign',
      chatflowId: flow,
    })
    const keys = await other.caller.expect<{ id: string }[]>(200, 'GET', '/apikey')
    ids = {
      flow,
      run: run.headers.get('x-run-id') ?? '',
      variable,
      tool,
      template,
      credential: await makeCredential(other.caller),
      apiKey: keys[0]?.id ?? '',
    }
  })

  afterAll(() => server.stop())

  /** Everything that the other workspace holds, as its own key sees it. */
  const snapshot = () =>
    Promise.all(
      [
        '/chatflows',
        '/variables',
        '/tools',
        '/marketplaces/custom',
        '/credentials',
        '/executions?kind=all',
        `/chatmessage/${ids.flow}`,
      ].map(async (path) => (await other.caller.call('GET', path)).text),
    )

  test.each(routes)('%s tells them from unknown ones in nothing', async (name, route) => {
    const [, entity = ''] = byKind.find(([pattern]) => pattern.test(route.path)) ?? []
    const id = ids[entity] ?? ''
    expect(id, route.path).not.toBe('')
    const before = await snapshot()
    const pathOf = (value: string) =>
      `${API_PREFIX}${route.path.replace(/:(id|chatflowid)\b/, value).replace(/:\w+/, 'x')}`
    const body = route.body === undefined ? undefined : (bodies[name] ?? {})
    const foreign = await administrator.call(route.method, pathOf(id), body)
    const unknown = await administrator.call(route.method, pathOf(UNKNOWN), body)
    const shape = (text: string) =>
      text
        .replaceAll(id, 'ID')
        .replaceAll(UNKNOWN, 'ID')
        .replace(/"requestId":"[^"]*"/, '')
    expect([foreign.status, shape(foreign.text)]).toEqual([unknown.status, shape(unknown.text)])
    if (name !== 'deleteExecution') expect(foreign.status).toBe(404)
    expect(await snapshot()).toEqual(before)
  })

  test('are in no list', async () => {
    for (const path of [
      '/chatflows',
      '/chatflows?search=Foreign',
      '/chatflows?view=summary',
      '/variables',
      '/variables?search=foreign',
      '/tools',
      '/tools?search=foreign',
      '/marketplaces/custom',
      '/credentials',
      '/credentials?credentialName=openAIApi',
      '/apikey',
      '/executions?kind=all',
      `/executions?kind=all&id=${ids.run}`,
      `/executions?kind=all&agentflowId=${ids.flow}`,
      '/executions?kind=all&agentflowName=Foreign',
    ]) {
      const answer = await administrator.call('GET', path)
      expect(answer.status, path).toBe(200)
      for (const id of [...Object.values(ids), other.workspaceId]) expect(answer.text, path).not.toContain(id)
    }
  })

  test('in a body are missing ones', async () => {
    const told = ({ body }: { body: unknown }, id = '') => {
      const { requestId: _request, message, ...rest } = body as Record<string, unknown>
      return { ...rest, message: String(message).replace(id, 'ID') }
    }
    const loaded = await administrator.call('POST', '/node-load-method/chatOpenAI', {
      loadMethod: 'listModels',
      credential: ids.credential,
    })
    const unknown = await administrator.call('POST', '/node-load-method/chatOpenAI', {
      loadMethod: 'listModels',
      credential: UNKNOWN,
    })
    expect([loaded.status, unknown.status]).toEqual([404, 404])
    expect(told(loaded)).toEqual(told(unknown))
    const deleted = await administrator.call('DELETE', '/executions', { executionIds: [ids.run] })
    const none = await administrator.call('DELETE', '/executions', { executionIds: [UNKNOWN] })
    expect([deleted.status, told(deleted, ids.run)]).toEqual([none.status, told(none, UNKNOWN)])
    await other.caller.expect(200, 'GET', `/executions/${ids.run}`)
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
