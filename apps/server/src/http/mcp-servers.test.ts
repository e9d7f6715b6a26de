import { MCP_MASK, type McpServer, type McpServerDetail, type McpTool } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFlow } from '../testing/make-flow.ts'
import { mcpAgentFlow } from '../testing/mcp-flows.ts'
import { openTeaHouse, TEA_KEY, type TeaHouse } from '../testing/tea-house.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const PATH = '/custom-mcp-servers'

describe.each(databaseKinds)('the MCP servers of a workspace on %s', (kind) => {
  let house: TeaHouse
  beforeAll(async () => {
    house = await openTeaHouse(kind)
  })
  afterAll(() => house.stop())
  beforeEach(() => house.reset())

  const admin = () => house.vendor.administrator
  const bearer = { authorization: `Bearer ${TEA_KEY}` }
  const withHeaders = (headers: Record<string, string>) => ({
    authType: 'CUSTOM_HEADERS',
    authConfig: { headers },
  })
  const make = (fields: object = {}) =>
    admin().expect<McpServer>(200, 'POST', PATH, {
      name: 'Tea house',
      serverUrl: `${house.locked.origin}/mcp?house=7`,
      ...withHeaders(bearer),
      ...fields,
    })
  const authorise = (id: string) => admin().call<McpServerDetail>('POST', `${PATH}/${id}/authorize`)

  test('one is listed, asked for its tools, changed and taken off', async () => {
    const made = await make({ iconSrc: 'https://tea.example/leaf.png', color: '#0a0' })
    expect(made).toMatchObject({
      name: 'Tea house',
      serverUrl: `${house.locked.origin}/${MCP_MASK}`,
      iconSrc: 'https://tea.example/leaf.png',
      color: '#0a0',
      authType: 'CUSTOM_HEADERS',
      status: 'PENDING',
      toolCount: 0,
    })
    expect(await admin().expect(200, 'GET', `${PATH}/${made.id}/tools`)).toEqual([])
    const { status, body } = await authorise(made.id)
    expect([status, body.status]).toEqual([200, 'AUTHORIZED'])
    const tools = await admin().expect<McpTool[]>(200, 'GET', `${PATH}/${made.id}/tools`)
    expect(tools).toHaveLength(body.toolCount)
    expect(tools.find(({ name }) => name === 'add')).toMatchObject({
      description: 'Adds two amounts',
      inputSchema: { properties: { a: { type: 'number' } } },
      annotations: { readOnlyHint: true },
    })
    const read = await admin().expect<McpServerDetail>(200, 'GET', `${PATH}/${made.id}`)
    expect(read.authConfig).toEqual({ headers: { authorization: MCP_MASK } })
    expect(JSON.parse(read.tools ?? '')).toEqual({ tools })
    const [listed] = await admin().expect<McpServer[]>(200, 'GET', `${PATH}?search=tea`)
    expect(listed).toMatchObject({ id: made.id, toolCount: tools.length })
    expect(listed).not.toHaveProperty('tools')
    // As the reference's own page sends it back.
    const renamed = await admin().expect<McpServer>(200, 'PUT', `${PATH}/${made.id}`, {
      ...read,
      name: 'House of tea',
    })
    expect(renamed).toMatchObject({ name: 'House of tea', status: 'AUTHORIZED', toolCount: tools.length })
    expect((await authorise(made.id)).body.status).toBe('AUTHORIZED')
    expect(await admin().expect(200, 'DELETE', `${PATH}/${made.id}`)).toEqual({ raw: [], affected: 1 })
    expect((await admin().call('GET', `${PATH}/${made.id}`)).status).toBe(404)
  })

  test('its address and headers are told nobody, and stand nowhere in clear', async () => {
    const { id } = await make({ serverUrl: `${house.locked.origin}/mcp?key=canary-in-the-address` })
    await authorise(id)
    const told = [
      await house.vendor.server.dump(),
      (await admin().call('GET', PATH)).text,
      (await admin().call('GET', `${PATH}/${id}`)).text,
    ].join('\n')
    for (const secret of [TEA_KEY, 'canary-in-the-address']) expect(told).not.toContain(secret)
  })

  test.each<[string, object, string]>([
    ['no address', { serverUrl: 'tea' }, 'serverUrl'],
    ['an address of another kind', { serverUrl: 'file:///etc/passwd' }, 'serverUrl'],
    ['an address with a password', { serverUrl: 'https://a:b@tea.example' }, 'serverUrl'],
    ['a masked address', { serverUrl: `https://tea.example/${MCP_MASK}` }, 'serverUrl'],
    ['headers that are none', withHeaders({ 'a b': 'c' }), 'authConfig.headers.a b'],
    ['a value that splits headers', withHeaders({ a: 'secret\r\nx: y' }), 'authConfig.headers.a'],
    ['a masked value', withHeaders({ a: MCP_MASK }), 'authConfig.headers.a'],
    ['headers that are announced and not there', withHeaders({}), 'authConfig.headers'],
    ['a program', { command: 'npx' }, 'command'],
    ['no name', { name: ' ' }, 'name'],
  ])('%s is refused, and the place named', async (_what, fields, place) => {
    const answer = await admin().call('POST', PATH, {
      name: 'x',
      serverUrl: 'https://tea.example/mcp',
      ...fields,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.text).toContain(place)
    expect(answer.text).not.toContain('secret')
  })

  test('headers that nobody was shown do not go to another server', async () => {
    const { id } = await make()
    const elsewhere = { serverUrl: `${house.open.origin}/mcp` }
    for (const change of [elsewhere, { ...elsewhere, ...withHeaders({ authorization: MCP_MASK }) }]) {
      const answer = await admin().call('PUT', `${PATH}/${id}`, change)
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining('authConfig.headers.authorization'),
      ])
    }
    const given = await admin().expect<McpServer>(200, 'PUT', `${PATH}/${id}`, {
      ...elsewhere,
      ...withHeaders({ 'x-new': 'mine' }),
    })
    expect(given).toMatchObject({ status: 'PENDING', toolCount: 0 })
    await authorise(id)
    expect(house.open.notes.headers.at(-1)).toMatchObject({ 'x-new': 'mine' })
    expect(house.open.notes.headers.at(-1)).not.toHaveProperty('authorization')
  })

  test('headers that nobody was shown do not go to another path of the same host', async () => {
    const { id } = await make()
    for (const place of ['/evil', '/mcp?house=8', '/mcp'])
      for (const kept of [{}, withHeaders({ authorization: MCP_MASK })]) {
        const serverUrl = `${house.locked.origin}${place}`
        const answer = await admin().call('PUT', `${PATH}/${id}`, { serverUrl, ...kept })
        expect([answer.status, answer.body]).toEqual([
          400,
          expect.objectContaining({
            issues: [expect.objectContaining({ path: 'authConfig.headers.authorization' })],
          }),
        ])
      }
    expect((await authorise(id)).body.status).toBe('AUTHORIZED')
    const serverUrl = `${house.locked.origin}/mcp`
    await admin().expect(200, 'PUT', `${PATH}/${id}`, { serverUrl, ...withHeaders(bearer) })
    expect((await authorise(id)).body.status).toBe('AUTHORIZED')
  })

  test('one that cannot be asked is marked, and why is told without its headers', async () => {
    const { id } = await make(withHeaders({ authorization: 'Bearer wrong-canary' }))
    const refused = await authorise(id)
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.text).toContain('it does not accept the key')
    expect(refused.text).not.toContain('wrong-canary')
    const read = await admin().expect<McpServerDetail>(200, 'GET', `${PATH}/${id}`)
    expect(read).toMatchObject({ status: 'ERROR', tools: null })
    const inside = await make({ serverUrl: 'http://169.254.169.254/latest/meta-data', authType: 'NONE' })
    expect((await authorise(inside.id)).text).toContain('169.254.169.254')
    expect((await authorise(inside.id)).status).toBe(400)
  })

  describe('in a flow', () => {
    const settingsOf = (mcpServerId: string, tool: string) => ({
      node: 'customMcpServerTool',
      mcpServerId,
      mcpActions: JSON.stringify([tool]),
    })
    const save = (settings: object) =>
      makeFlow(
        admin(),
        mcpAgentFlow(house.vendor.vendor, house.vendor.credentialId, [settings as Record<string, unknown>]),
      )
    const load = (loadMethod: string, inputs: object = {}) =>
      admin().call<{ name: string; label: string }[]>('POST', '/node-load-method/customMcpServerTool', {
        loadMethod,
        inputs,
      })

    test('is chosen by its name, its tools as they are, and called with its headers', async () => {
      const { id } = await make({ name: 'Chosen' })
      expect((await load('listServers')).body).toContainEqual(
        expect.objectContaining({ name: id, label: 'Chosen' }),
      )
      const { body: actions } = await load('listActions', { mcpServerId: id })
      const choice = actions.find(({ name }) => name.startsWith('add#'))?.name ?? ''
      house.plan = [{ name: 'add', input: { a: 1, b: 2 } }]
      const flowId = await save(settingsOf(id, choice))
      const reply = await house.ask(flowId)
      expect(reply.text).toBe('3')
      expect(JSON.stringify(reply) + (await house.vendor.server.dump())).not.toContain(TEA_KEY)
      const [listed] = await admin().expect<McpServer[]>(200, 'GET', `${PATH}?search=Chosen&view=full`)
      expect(listed?.usedBy).toMatchObject({ total: 1, flows: [{ id: flowId }] })
      house.locked.notes.addDescription = 'Another'
      expect(JSON.stringify(await house.ask(flowId))).toContain('its server changed the tool “add”')
    })

    test('is asked for its tools only for who may view tools, however it is named', async () => {
      const { id } = await make()
      await admin().expect(200, 'POST', '/variables', { name: 'listedServer', type: 'static', value: id })
      const draws = await house.vendor.server.withKey(['agentflows:update', 'variables:view'])
      const sees = await house.vendor.server.withKey(['agentflows:update', 'tools:view'])
      const listActions = (caller: TestCaller, mcpServerId: string) =>
        caller.call('POST', '/node-load-method/customMcpServerTool', {
          loadMethod: 'listActions',
          inputs: { mcpServerId },
        })
      const listArguments = (caller: TestCaller) =>
        caller.call('POST', '/node-load-method/toolAgentflow', {
          loadMethod: 'listToolInputArgs',
          inputs: {
            toolAgentflowSelectedTool: 'customMcpServerTool',
            toolAgentflowSelectedToolConfig: { mcpServerId: id, mcpActions: ['add'] },
          },
        })
      for (const named of [id, ` ${id}\n`, '{{$vars.listedServer}}']) {
        const { status, text } = await listActions(draws, named)
        expect([status, text]).toEqual([400, expect.stringContaining('the right to view tools')])
      }
      expect((await listArguments(draws)).body).toEqual([])
      expect(house.locked.notes.headers).toEqual([])
      expect((await listActions(sees, id)).text).toContain('add#')
      expect((await listArguments(sees)).text).toContain('"name":"a"')
    })

    test('that is gone, or of another workspace, says so', async () => {
      const { caller } = await house.vendor.server.addWorkspace()
      const foreign = await caller.expect<McpServer>(200, 'POST', PATH, {
        name: 'Theirs',
        serverUrl: `${house.open.origin}/mcp`,
      })
      for (const id of [foreign.id, crypto.randomUUID()]) {
        house.plan = [{ name: 'add', input: { a: 1, b: 2 } }]
        expect(JSON.stringify(await house.ask(await save(settingsOf(id, 'add'))))).toContain(
          'is not in the list of this workspace',
        )
        expect(await load('listActions', { mcpServerId: id })).toMatchObject({ status: 400 })
      }
      expect(house.open.notes.headers).toEqual([])
    })
  })
})
