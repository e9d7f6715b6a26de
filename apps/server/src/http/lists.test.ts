import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface Row {
  id: string
  name: string
}

const drawnNode = (id: string, name: string) => ({
  id,
  position: { x: 0, y: 0 },
  type: 'agentFlow',
  data: { id, name, label: name },
})

describe.each(databaseKinds)('lists on %s', (kind) => {
  let server: TestServer
  let caller: TestCaller

  beforeAll(async () => {
    server = await startTestServer({ kind })
    caller = await server.administrator()
    const { activeWorkspaceId } = await caller.expect<{ activeWorkspaceId: string }>(
      200,
      'GET',
      '/auth/session',
    )
    await Promise.all(
      Array.from({ length: 205 }, (_, index) =>
        server.context.db.write(activeWorkspaceId, (writer) =>
          writer.variables.insert({
            id: crypto.randomUUID(),
            name: `v${String(index).padStart(3, '0')}`,
            type: 'static',
            value: 'x',
          }),
        ),
      ),
    )
    for (const { id } of await caller.expect<Row[]>(200, 'GET', '/chatflows'))
      await caller.expect(200, 'DELETE', `/chatflows/${id}`)
    for (const name of ['Apple', 'banana', 'Cherry_1', '50% off'])
      await caller.expect(200, 'POST', '/chatflows', {
        name,
        type: name === 'Apple' ? 'AGENTFLOW' : 'CHATFLOW',
      })
  })

  afterAll(() => server.stop())

  test('without page and limit are bare, at most 200, and tell how many there are', async () => {
    const answer = await caller.call<Row[]>('GET', '/variables')
    expect(answer.body).toHaveLength(200)
    expect(answer.headers.get('x-total-count')).toBe('205')
    const next = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    const rest = await caller.expect<{ data: Row[]; total: number }>(200, 'GET', next)
    expect([rest.data.length, rest.total]).toEqual([5, 205])
    expect(new Set([...answer.body, ...rest.data].map(({ id }) => id)).size).toBe(205)
  })

  test('with page and limit are paged', async () => {
    const page = await caller.expect<{ data: Row[]; total: number }>(200, 'GET', '/variables?page=41&limit=5')
    expect([page.data.length, page.total]).toEqual([5, 205])
    expect(await caller.expect(200, 'GET', '/variables?page=999&limit=5')).toEqual({ data: [], total: 205 })
  })

  test('keep their filters in the link to the next page', async () => {
    const answer = await caller.call<Row[]>('GET', '/variables?search=v0&limit=10')
    expect(answer.body).toHaveLength(10)
    const next = /^<(.+)>;/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    const { data, total } = await caller.expect<{ data: Row[]; total: number }>(200, 'GET', next)
    expect([data.length, total]).toEqual([10, 100])
    expect(data.every(({ name }) => name.startsWith('v0'))).toBe(true)
    expect(data.filter(({ id }) => answer.body.some((row) => row.id === id))).toEqual([])
  })

  test('API keys are found by a part of their names', async () => {
    for (const keyName of ['Website', 'Nightly report'])
      await caller.expect(200, 'POST', '/apikey', { keyName, permissions: ['variables:view'] })
    const path = '/apikey?search=REPORT&page=1&limit=10'
    const { data, total } = await caller.expect<{ data: { keyName: string }[]; total: number }>(
      200,
      'GET',
      path,
    )
    expect([data.map(({ keyName }) => keyName), total]).toEqual([['Nightly report'], 1])
  })

  const listPaths = ['/chatflows', '/variables', '/credentials', '/apikey', '/executions']

  test.each(listPaths)('%s refuses limits and pages that are none', async (path) => {
    for (const query of [
      'limit=1000000',
      'limit=201',
      'limit=0',
      'limit=-1',
      'limit=abc',
      'page=-1',
      'page=0',
      'page=1.5',
      'limit=',
      'page=1&page=2',
      'limit=1e9',
    ])
      expect((await caller.call('GET', `${path}?${query}`)).status, query).toBe(400)
  })

  test.each(listPaths)('%s refuses what it does not know', async (path) => {
    expect((await caller.call('GET', `${path}?orderBy=name;drop table users`)).status).toBe(400)
  })

  test('of flows are searched, sorted and told apart by kind', async () => {
    const names = async (query: string) =>
      (await caller.expect<Row[]>(200, 'GET', `/chatflows${query}`)).map(({ name }) => name)
    expect(await names('?sort=name')).toEqual(['50% off', 'Apple', 'banana', 'Cherry_1'])
    expect(await names('?sort=name&direction=desc')).toEqual(['Cherry_1', 'banana', 'Apple', '50% off'])
    expect(await names('?sort=createdDate&direction=asc')).toEqual(['Apple', 'banana', 'Cherry_1', '50% off'])
    expect(await names('')).toEqual(['50% off', 'Cherry_1', 'banana', 'Apple'])
    expect(await names('?type=AGENTFLOW')).toEqual(['Apple'])
    expect(await names('?search=AN')).toEqual(['banana'])
    expect(await names('?search=%25')).toEqual(['50% off'])
    expect(await names('?search=_')).toEqual(['Cherry_1'])
    expect(await names(`?search=${encodeURIComponent("' or 1=1 --")}`)).toEqual([])
  })

  test('of flows in short have no flow data', async () => {
    const rows = await caller.expect<Record<string, unknown>[]>(200, 'GET', '/chatflows?view=summary')
    expect(rows.every((row) => row.flowData === undefined && row.nodeCount === 0)).toBe(true)
  })

  test('of flows in short tell how to draw their nodes', async () => {
    const flowData = JSON.stringify({
      nodes: [
        drawnNode('startAgentflow_0', 'startAgentflow'),
        drawnNode('llmAgentflow_0', 'llmAgentflow'),
        drawnNode('parrot_0', 'parrot'),
      ],
      edges: [],
    })
    const { id } = await caller.expect<Row>(200, 'POST', '/chatflows', {
      name: 'Drawn',
      type: 'AGENTFLOW',
      flowData,
    })
    const [row] = await caller.expect<Record<string, unknown>[]>(
      200,
      'GET',
      '/chatflows?view=summary&search=Drawn',
    )
    expect(row?.nodeTypes).toEqual([
      { name: 'parrot' },
      {
        name: 'llmAgentflow',
        label: 'LLM',
        icon: 'IconSparkles',
        color: '#64B5F6',
        category: 'Agent Flows',
      },
      {
        name: 'startAgentflow',
        label: 'Start',
        icon: 'IconPlayerPlay',
        color: '#7EE787',
        category: 'Agent Flows',
      },
    ])
    const [whole] = await caller.expect<Record<string, unknown>[]>(200, 'GET', '/chatflows?search=Drawn')
    expect(whole).not.toHaveProperty('nodeTypes')
    await caller.expect(200, 'DELETE', `/chatflows/${id}`)
  })

  test('of variables are whole in a run, also beyond 200', async () => {
    const code = 'return Object.keys($vars).length'
    expect(await caller.expect(200, 'POST', '/node-custom-function', { javascriptFunction: code })).toBe(205)
  })
})
