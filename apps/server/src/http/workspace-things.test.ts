import type { Credential, Variable } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

type Row = Pick<Variable & Credential, 'id' | 'name' | 'usedBy'>

/** What a workspace keeps for its flows: each kind has the same list. */
const kinds = [
  {
    path: '/variables',
    permission: 'variables:view',
    bodyOf: (name: string) => ({ name, value: 'x', type: name.startsWith('b') ? 'runtime' : 'static' }),
    filter: 'type=runtime',
    textOf: ({ name }: Row) => `In {{$vars.${name}}}`,
    credentialOf: () => undefined,
    toolOf: () => undefined,
  },
  {
    path: '/credentials',
    permission: 'credentials:view',
    bodyOf: (name: string) =>
      name.startsWith('b')
        ? { name, credentialName: 'anthropicApi', plainDataObj: { anthropicApiKey: 'canary-key' } }
        : { name, credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'canary-key' } },
    filter: 'credentialName=anthropicApi',
    textOf: () => 'Hello',
    credentialOf: ({ id }: Row) => id,
    toolOf: () => undefined,
  },
  {
    path: '/tools',
    permission: 'tools:view',
    bodyOf: (name: string) => ({ name, description: `Of ${name}.`, func: 'return 1' }),
    textOf: () => 'Hello',
    credentialOf: () => undefined,
    toolOf: ({ id }: Row) => id,
  },
]

describe.each(databaseKinds)('on %s', (database) => {
  let server: TestServer
  let caller: TestCaller
  beforeAll(async () => {
    server = await startTestServer({ kind: database, env: { RUNNEL_VAR_banana: 'secret' } })
    caller = await server.administrator()
  })
  afterAll(() => server.stop())

  describe.each(kinds)('the list $path', ({ path, permission, bodyOf, filter, textOf, ...of }) => {
    const names = async (query: string) =>
      (await caller.expect<Row[]>(200, 'GET', `${path}?${query}`)).map(({ name }) => name)
    const find = async (name: string, by = caller) => {
      const rows = await by.expect<Row[]>(200, 'GET', `${path}?view=full&search=${name}`)
      const row = rows[0]
      if (!row) throw new Error(`There is no ${name}`)
      return row
    }
    const useIn = async (row: Row) => {
      const flow = replyFlow(textOf(row))
      const data = flow.nodes[1]?.data as { credential?: string; inputs: Record<string, unknown> }
      const [credential, selectedTool] = [of.credentialOf(row), of.toolOf(row)]
      if (credential !== undefined) data.credential = credential
      if (selectedTool !== undefined) data.inputs.config = { selectedTool }
      return makeFlow(caller, flow)
    }

    beforeAll(async () => {
      for (const name of ['cherry', 'banana', 'Apple']) await caller.expect(200, 'POST', path, bodyOf(name))
    })

    test('is sorted, searched, filtered and paged', async () => {
      expect(await names('')).toEqual(['Apple', 'banana', 'cherry'])
      expect(await names('sort=name')).toEqual(['Apple', 'banana', 'cherry'])
      expect(await names('sort=name&direction=desc')).toEqual(['cherry', 'banana', 'Apple'])
      expect(await names('sort=createdDate&direction=asc')).toEqual(['cherry', 'banana', 'Apple'])
      expect(await names('search=AN')).toEqual(['banana'])
      if (filter !== undefined) {
        expect(await names(filter)).toEqual(['banana'])
        expect(await names(`${filter}&search=apple`)).toEqual([])
      }
      const page = await caller.expect<{ data: Row[]; total: number }>(
        200,
        'GET',
        `${path}?sort=name&page=2&limit=2`,
      )
      expect([page.data.map(({ name }) => name), page.total]).toEqual([['cherry'], 3])
      expect((await caller.call('GET', `${path}?sort=workspaceId`)).status).toBe(400)
    })

    test('tells who uses a row when it is asked, also after a save and a deletion', async () => {
      const row = await find('cherry')
      expect(row.usedBy).toEqual({ flows: [], total: 0 })
      expect((await caller.expect<Row[]>(200, 'GET', path))[0]).not.toHaveProperty('usedBy')
      const id = await useIn(row)
      expect((await find('cherry')).usedBy).toEqual({
        flows: [{ id, name: expect.any(String), type: 'AGENTFLOW' }],
        total: 1,
      })
      await caller.expect(200, 'PUT', `/chatflows/${id}`, { flowData: JSON.stringify(replyFlow('Plain')) })
      expect((await find('cherry')).usedBy).toEqual({ flows: [], total: 0 })
      const other = await useIn(row)
      expect((await find('cherry')).usedBy?.total).toBe(1)
      await caller.expect(200, 'DELETE', `/chatflows/${other}`)
      expect((await find('cherry')).usedBy?.total).toBe(0)
    })

    test('leaves out what is used, or what is not', async () => {
      const id = await useIn(await find('Apple'))
      expect(await names('usage=used')).toEqual(['Apple'])
      expect(await names('usage=unused&sort=name')).toEqual(['banana', 'cherry'])
      expect(await names('usage=unused&search=apple')).toEqual([])
      await caller.expect(200, 'DELETE', `/chatflows/${id}`)
      expect(await names('usage=used')).toEqual([])
    })

    test('counts flows that the caller may not see, and does not name them', async () => {
      await useIn(await find('banana'))
      const viewer = await server.withKey([permission, 'chatflows:view'])
      expect((await find('banana', viewer)).usedBy).toEqual({ flows: [], total: 1 })
      expect((await (await server.withKey(['chatflows:view'])).call('GET', path)).status).toBe(403)
    })

    test('takes back the row that it gave, and no other usage', async () => {
      const row = await find('banana')
      const { plainDataObj: _secrets, ...body } = bodyOf('banana') as Record<string, unknown>
      expect(await caller.expect(200, 'PUT', `${path}/${row.id}`, { ...row, ...body })).toMatchObject({
        name: 'banana',
      })
    })
  })

  test('a runtime variable tells whether the environment has a value, and never which', async () => {
    const [set] = await caller.expect<Variable[]>(200, 'GET', '/variables?search=banana')
    expect(set).toMatchObject({ type: 'runtime', isSet: true })
    const unset = await caller.expect<Variable>(200, 'POST', '/variables', {
      name: 'absent',
      type: 'runtime',
    })
    expect(unset).toMatchObject({ value: null, isSet: false })
    expect((await caller.call('GET', '/variables')).text).not.toContain('secret')
  })

  test('a name that another variable has is refused, and the field is named', async () => {
    const answer = await caller.call<{ issues: unknown }>('POST', '/variables', {
      name: 'cherry',
      value: 'y',
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(JSON.stringify(answer.body)).toContain('cherry')
  })
})
