import type { CustomTool } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatAgentFlow } from '../testing/chat-agent-flows.ts'
import { agentEdge, agentNode, chainNode, openAIConfig } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const ROWS = [
  { id: 0, property: 'town', description: 'Its name', type: 'string', required: true },
  { id: 1, property: 'days', description: '', type: 'number', required: false },
]
/** A file as Flowise exports it. */
const exported = {
  name: 'Get Weather',
  description: 'Tells the weather of a town.',
  color: 'linear-gradient(rgb(85,198,123), rgb(0,230,99))',
  iconSrc: '',
  schema: JSON.stringify(ROWS),
  func: 'const days = $days ?? 1\nreturn { sun: days, in: $town, as: $vars.unit, asked: $flow.input }',
}

describe.each(databaseKinds)('custom tools on %s', (kind) => {
  let scene: VendorServer
  let administrator: TestCaller
  let made = 0

  beforeAll(async () => {
    scene = await startVendorServer({ kind })
    administrator = scene.administrator
    await administrator.expect(200, 'POST', '/variables', { name: 'unit', value: 'hours', type: 'static' })
  })
  afterAll(() => scene.stop())

  const makeTool = (fields: object = {}, caller = administrator) => {
    made += 1
    const body = { ...exported, name: `Get Weather ${made}`, ...fields }
    return caller.expect<CustomTool>(200, 'POST', '/tools', body)
  }

  describe('by their calls', () => {
    test('a file of Flowise is made a tool, and comes back as it was [S1-MNG-01]', async () => {
      const tool = await administrator.expect<CustomTool>(200, 'POST', '/tools', exported)
      expect(tool).toMatchObject({ ...exported, revision: 1 })
      expect(await administrator.expect(200, 'GET', `/tools/${tool.id}`)).toEqual(tool)
      const changed = await administrator.expect<CustomTool>(200, 'PUT', `/tools/${tool.id}`, {
        ...tool,
        description: 'Other.',
      })
      expect(changed).toMatchObject({ ...exported, description: 'Other.', revision: 2 })
      const stale = await administrator.call('PUT', `/tools/${tool.id}`, { func: 'x' }, { 'if-match': '"1"' })
      expect(stale).toMatchObject({ status: 409, body: { code: 'stale_revision' } })
      expect(await administrator.expect(200, 'DELETE', `/tools/${tool.id}`)).toEqual({ raw: [], affected: 1 })
      expect((await administrator.call('GET', `/tools/${tool.id}`)).status).toBe(404)
    })

    test.each<[string, object, string]>([
      ['a name that no model can call', { name: '—' }, 'name'],
      ['no name', { name: '  ' }, 'name'],
      ['a schema that is no JSON', { schema: '[' }, 'schema'],
      ['a schema that is no list', { schema: '{}' }, 'schema'],
      ['an input without a name', { schema: '[{"type":"string"}]' }, 'schema[0].property'],
      ['an input of no type', { schema: '[{"property":"a","type":"file"}]' }, 'schema[0].type'],
      [
        'two inputs of one name',
        { schema: '[{"property":"a","type":"string"},{"property":"a","type":"date"}]' },
        'schema[1].property',
      ],
      ['an input that hides the variables', { schema: '[{"property":"vars","type":"string"}]' }, 'schema[0]'],
      ['code that is too long', { func: 'x'.repeat(100_001) }, 'func'],
      ['a field that nobody knows', { other: 1 }, 'other'],
    ])('%s is refused, and its place named', async (_what, fields, place) => {
      const answer = await administrator.call<{ message: string }>('POST', '/tools', {
        ...exported,
        name: 'refused',
        ...fields,
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
      expect(JSON.stringify(answer.body)).toContain(place)
      const { id, func } = await makeTool()
      expect((await administrator.call('PUT', `/tools/${id}`, fields)).status).toBe(400)
      expect(await administrator.expect(200, 'GET', `/tools/${id}`)).toMatchObject({ func, revision: 1 })
    })

    test('a name that another tool has is refused', async () => {
      const { name } = await makeTool()
      const answer = await administrator.call('POST', '/tools', { ...exported, name })
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    })

    test('each wants its own right [S6-PERM-07]', async () => {
      const tool = await makeTool()
      const body = { name: 'by right', description: 'x' }
      const calls: [string, string, string, object?][] = [
        ['tools:view', 'GET', '/tools'],
        ['tools:view', 'GET', `/tools/${tool.id}`],
        ['tools:create', 'POST', '/tools', body],
        ['tools:update', 'PUT', `/tools/${tool.id}`, { description: 'y' }],
        ['tools:delete', 'DELETE', `/tools/${tool.id}`],
      ]
      const stranger = await scene.server.withKey(['chatflows:view', 'variables:view'])
      for (const [permission, method, path, sent] of calls) {
        expect((await stranger.call(method, path, sent)).status).toBe(403)
        const holder = await scene.server.withKey([permission])
        expect([permission, (await holder.call(method, path, sent)).status]).toEqual([permission, 200])
      }
    })

    test('who may not view variables writes no code that names them, and keeps what others wrote', async () => {
      const author = await scene.server.withKey(['tools:create', 'tools:update'])
      const refusal = { status: 403, body: { code: 'forbidden', message: expect.stringContaining('$vars') } }
      expect(await author.call('POST', '/tools', exported)).toMatchObject(refusal)
      const { id, func } = await makeTool()
      expect((await author.call('PUT', `/tools/${id}`, { func, description: 'z' })).status).toBe(200)
      expect(await author.call('PUT', `/tools/${id}`, { func: `${func} // $vars.other` })).toMatchObject(
        refusal,
      )
    })
  })

  const model = (param: string) => ({
    [param]: 'chatOpenAI',
    [`${param}Config`]: { [param]: 'chatOpenAI', ...openAIConfig(scene.vendor, scene.credentialId) },
  })
  const agentFlow = (config: object) => ({
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
      agentNode('agentAgentflow_0', 'agentAgentflow', {
        ...model('agentModel'),
        agentTools: [{ agentSelectedTool: 'customTool', agentSelectedToolConfig: config }],
      }),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  })
  test('a flow that was given a tool of another installation says so before it runs', async () => {
    const own = {
      customToolName: 'Mine',
      customToolDesc: 'Mine.',
      customToolSchema: 'z.object({})',
      customToolFunc: 'return 1',
    }
    const issuesOf = async (flow: object, type = 'AGENTFLOW') => {
      const id = await makeFlow(administrator, flow, { type })
      const rows = await administrator.expect<{ issues: string[] }[]>(200, 'GET', `/validation/${id}`)
      return rows.flatMap(({ issues }) => issues).filter((issue) => issue.includes('custom tool'))
    }
    const foreign = '11111111-2222-4333-8444-555555555555'
    const { id } = await makeTool()
    const issue = expect.stringContaining('is not there')
    expect(await issuesOf(agentFlow({ selectedTool: id }))).toEqual([])
    expect(await issuesOf(agentFlow({ selectedTool: foreign }))).toEqual([issue])
    expect(await issuesOf(agentFlow({ selectedTool: foreign, ...own }))).toEqual([])
    const tools = [chainNode('customTool_0', 'customTool', { selectedTool: foreign })]
    expect(await issuesOf(chatAgentFlow(scene, { agent: 'toolAgent', tools }), 'CHATFLOW')).toEqual([issue])
    const late = agentFlow({ selectedTool: id })
    await administrator.expect(200, 'DELETE', `/tools/${id}`)
    expect(await issuesOf(late)).toEqual([issue])
  })

  const ask = (flowId: string) =>
    administrator.call<{ text: string; message: string }>('POST', `/internal-prediction/${flowId}`, {
      question: 'How is it?',
    })
  /** What the model was told last: what a tool gave, and its tools. */
  function readLastCall() {
    const body = scene.vendor.requests.at(-1)?.body as
      | {
          messages: { role: string; content: string }[]
          tools: { function: { name: string; parameters: object } }[]
        }
      | undefined
    const told = body?.messages.find(({ role }) => role === 'tool')?.content
    return { told, tools: body?.tools ?? [] }
  }
  /** Has the model call the tool once, and gives what it was told of the tool, and by it. */
  async function callOnce(flowId: string, name: string, input: object) {
    scene.vendor.respondWith({ toolCalls: [{ id: 'call_1', name, input }] }, { text: 'Done.' })
    const { body } = await ask(flowId)
    return { answer: body.text, ...readLastCall() }
  }
  const parameters = {
    type: 'object',
    properties: { town: { type: 'string', description: 'Its name' }, days: { type: 'number' } },
    required: ['town'],
    additionalProperties: false,
  }
  const result = (days: number) => JSON.stringify({ sun: days, in: 'Oslo', as: 'hours', asked: 'How is it?' })

  describe('in flows', () => {
    test('an agent flow offers one to its model and runs its code, with variables and the flow', async () => {
      const { id, name } = await makeTool()
      const called = name.toLowerCase().replaceAll(' ', '_')
      const flowId = await makeFlow(administrator, agentFlow({ selectedTool: id }))
      const { answer, told, tools } = await callOnce(flowId, called, { town: 'Oslo', days: 3 })
      expect([answer, told]).toEqual(['Done.', result(3)])
      expect(tools[0]?.function).toMatchObject({ name: called, parameters })
    })

    test('a chat flow does so as well', async () => {
      const { id, name } = await makeTool()
      const tools = [chainNode('customTool_0', 'Weather', { selectedTool: id })]
      const flow = chatAgentFlow(scene, { agent: 'toolAgent', tools })
      const flowId = await makeFlow(administrator, flow, { type: 'CHATFLOW' })
      const { answer, told } = await callOnce(flowId, name.toLowerCase().replaceAll(' ', '_'), {
        town: 'Oslo',
      })
      expect([answer, told]).toEqual(['Done.', result(1)])
    })

    test('the step of a tool calls one without a model, and its arguments can be chosen', async () => {
      const { id } = await makeTool()
      const config = { toolAgentflowSelectedTool: 'customTool', selectedTool: id }
      const flowId = await makeFlow(administrator, {
        nodes: [
          agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
          agentNode('toolAgentflow_0', 'toolAgentflow', {
            toolAgentflowSelectedTool: 'customTool',
            toolAgentflowSelectedToolConfig: config,
            toolInputArgs: [{ inputArgName: 'town', inputArgValue: 'Oslo' }],
          }),
        ],
        edges: [agentEdge('startAgentflow_0', 'toolAgentflow_0')],
      })
      expect((await ask(flowId)).body.text).toBe(result(1))
      const inputs = { toolAgentflowSelectedTool: 'customTool', toolAgentflowSelectedToolConfig: config }
      const former = { selectedTool: 'customTool', selectedToolConfig: config }
      const row = { inputArgName: '', inputArgValue: '' }
      const asked = [
        { inputs },
        { inputs: row, currentNode: { inputs } },
        { currentNode: { inputs: former } },
      ]
      for (const form of asked) {
        const body = { loadMethod: 'listToolInputArgs', ...form }
        const path = '/node-load-method/toolAgentflow'
        const options = await administrator.expect<{ name: string }[]>(200, 'POST', path, body)
        expect(options.map(({ name }) => name)).toEqual(['town', 'days'])
      }
    })

    test('a fault of the code is told to the model with the name of the tool and the line', async () => {
      const { id } = await makeTool({ name: 'broken', func: 'const a = 1\nreturn a.b.c', schema: null })
      const flowId = await makeFlow(administrator, agentFlow({ selectedTool: id }))
      const { told } = await callOnce(flowId, 'broken', {})
      expect(told).toMatch(/The code of the tool broken failed: .*\(line 2\)/)
    })

    test('code reaches no address that the installation does not allow', async () => {
      const func = `return await (await fetch('http://127.0.0.1:9/secret')).text()`
      const { id } = await makeTool({ name: 'reaches out', func, schema: null })
      const flowId = await makeFlow(administrator, agentFlow({ selectedTool: id }))
      const { told } = await callOnce(flowId, 'reaches_out', {})
      expect(told).toContain('The code of the tool reaches_out failed')
      expect(told).toContain('EGRESS_ALLOW')
    })

    test('one that was deleted ends the run with words that say what to do', async () => {
      const { id } = await makeTool()
      const flowId = await makeFlow(administrator, agentFlow({ selectedTool: id }))
      await administrator.expect(200, 'DELETE', `/tools/${id}`)
      const { status, text } = await ask(flowId)
      expect(status).toBe(500)
      expect(text).toContain('is not there any more. Choose another one')
    })

    test('one that is changed while a person is asked is not called as something else', async () => {
      const { id, name } = await makeTool()
      const flow = agentFlow({ selectedTool: id })
      const inputs = flow.nodes[1]?.data.inputs as { agentTools: Record<string, unknown>[] }
      if (inputs.agentTools[0]) inputs.agentTools[0].agentSelectedToolRequiresHumanInput = true
      const flowId = await makeFlow(administrator, flow)
      const called = name.toLowerCase().replaceAll(' ', '_')
      scene.vendor.respondWith(
        { toolCalls: [{ id: 'call_1', name: called, input: { town: 'Oslo' } }] },
        { text: 'Done.' },
      )
      const path = `/internal-prediction/${flowId}`
      await administrator.call('POST', path, { question: 'x', chatId: 'c' })
      await administrator.expect(200, 'PUT', `/tools/${id}`, { func: 'return "something else"' })
      const body = { chatId: 'c', humanInput: { type: 'proceed' } }
      await administrator.expect(200, 'POST', path, body)
      expect(readLastCall().told).toContain(`${called} was changed`)
    })

    test('the tools of the workspace are listed for a node, to those who may see them', async () => {
      const { id, name } = await makeTool()
      const list = (caller: TestCaller) =>
        caller.expect<{ name: string; label: string }[]>(200, 'POST', '/node-load-method/customTool', {
          loadMethod: 'listTools',
        })
      expect(await list(administrator)).toContainEqual(expect.objectContaining({ name: id, label: name }))
      expect(await list(await scene.server.withKey(['agentflows:view', 'agentflows:update']))).toEqual([])
    })
  })
})
