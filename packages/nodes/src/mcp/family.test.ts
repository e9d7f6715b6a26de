import type { Answer, JsonObject, ServerTool, ServerToolCall, ServerToolReply } from '@runnel/contract'
import type { ToolServerTarget } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent, undeclaredHosts } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { custom, mcpCases, mcpPrograms, url } from './mcp-cases.fixture.ts'

function nodeOf(name: string) {
  const type = nodeCatalogue.find(({ definition }) => definition.name === name)
  if (type) return type
  throw new Error(`${name} is not in the catalogue.`)
}

const tool = (name: string, more: Partial<ServerTool> = {}): ServerTool => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: {} },
  readsOnly: false,
  fingerprint: 'a'.repeat(32),
  ...more,
})

interface World {
  tools?: ServerTool[]
  replies?: ServerToolReply[]
  answers?: Answer[]
  credential?: boolean
}

/** A node as a step sees it, its server played. */
function openNode(
  name: string,
  values: JsonObject,
  { tools = [], replies = [], answers = [], credential }: World = {},
) {
  const { definition, provides } = nodeOf(name)
  const targets: ToolServerTarget[] = []
  const calls: ServerToolCall[] = []
  const toolset = async () => {
    const load = provides?.toolset
    if (!load) throw new Error(`${name} has no tools.`)
    return load()
  }
  const component = createTestComponent(
    name,
    {
      nodeId: `${name}_0`,
      label: definition.label,
      values,
      credentials: credential === true ? { credential: 'c' } : {},
    },
    {
      toolset: {
        list: async (...given) => (await toolset()).list(...given),
        call: async (...given) => (await toolset()).call(...given),
      },
    },
  )
  const { call, questions } = createTestCallContext({
    answer: (_question, n) => answers[n] ?? { type: 'reject' },
    toolServer: {
      list: async (target, names) => {
        targets.push(target)
        return tools.filter((each) => names.includes(each.name))
      },
      call: async (target, asked) => {
        targets.push(target)
        calls.push(asked)
        return replies[calls.length - 1] ?? { type: 'result', parts: [], isError: false }
      },
    },
  })
  return { component, call, targets, calls, questions, list: () => call.listTools([component]) }
}

test('every node of MCP tools is held to these tests', () => {
  const names = nodeCatalogue
    .filter(({ definition }) => definition.category === 'Tools (MCP)')
    .map(({ definition }) => definition.name)
  expect([...mcpCases, ...mcpPrograms].map(({ node }) => node).sort()).toEqual(names.sort())
})

describe.each([...mcpCases, ...mcpPrograms])(
  '$node',
  ({ node, values, credential, server, secrets, exchange, wrong }) => {
    const chosen = { ...values, mcpActions: '["brew"]' }

    test('leads to its server, its key left to the last moment', async () => {
      const opened = openNode(node, chosen, { tools: [tool('brew')], credential: credential !== undefined })
      const [offered] = await opened.list()
      expect(offered).toMatchObject({ name: 'brew', description: 'Does brew', effects: 'write' })
      const [target] = opened.targets
      expect(target?.server).toEqual(server)
      const leaving = { url: '', method: 'GET', headers: {}, leavesAt: 0 }
      expect((await target?.authorise?.apply(credential ?? {}, leaving))?.headers).toEqual(secrets)
      expect(target?.authorise?.exchange?.(credential ?? {})).toEqual(exchange)
      expect(JSON.stringify(target)).not.toContain(Object.values(credential ?? { none: 'no key' }).at(-1))
    })

    test('without a choice it offers nothing, and asks nobody', async () => {
      const opened = openNode(node, values)
      expect(await opened.list()).toEqual([])
      expect(opened.targets).toEqual([])
    })

    test.each(wrong)('what is filled in wrongly is named: %j', async (faulty, says) => {
      const listed = openNode(node, { ...faulty, mcpActions: '["brew"]' }).list()
      await expect(listed).rejects.toThrow(says)
      await expect(listed).rejects.not.toThrow('secret')
    })

    test('says where its credential may go, and nothing of it is for callers', () => {
      const { definition } = nodeOf(node)
      expect(undeclaredHosts(definition)).toEqual([])
      expect(definition.inputs.filter(({ overridable }) => overridable === true)).toEqual([])
    })
  },
)

test('a program says under which name its operator lists it', () => {
  for (const { node, server } of mcpPrograms) {
    const command = server.transport === 'stdio' ? server.command : ''
    expect(nodeOf(node).definition.description).toContain(`lists its program as “${command}” in MCP_COMMANDS`)
  }
})

describe('chosen tools', () => {
  const open = (mcpActions: unknown, world: World = {}) =>
    openNode('customMCP', { ...custom({ url }), mcpActions: JSON.stringify(mcpActions) }, world)

  test('are offered with the words and the schema of their server', async () => {
    const schema = { type: 'object', properties: { cup: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }
    const listed = open(['b.rew', 'b_rew', 'x'.repeat(80)], {
      tools: [
        tool('x'.repeat(80)),
        tool('b_rew', { readsOnly: true }),
        tool('b.rew', { inputSchema: schema }),
      ],
    })
    expect(await listed.list()).toMatchObject([
      { name: 'b_rew', inputSchema: schema, effects: 'write' },
      { name: 'b_rew_2', effects: 'read' },
      { name: 'x'.repeat(64) },
    ])
    const [, second] = await listed.list()
    if (second) await listed.call.callTool(second, {})
    expect(listed.calls).toMatchObject([{ tool: 'b_rew' }])
  })

  test('as lists, and as a single name of an older flow', async () => {
    const tools = [tool('brew')]
    for (const mcpActions of [['brew', 'brew'], '["brew"]', 'brew'])
      expect(await openNode('customMCP', { ...custom({ url }), mcpActions }, { tools }).list()).toHaveLength(
        1,
      )
  })

  test('that changed, or are gone, are named with their node, and none is offered', async () => {
    const chosen = [`brew#${'b'.repeat(32)}`]
    await expect(open(chosen, { tools: [tool('brew')] }).list()).rejects.toThrow(
      '“Custom MCP” (customMCP_0): its server changed the tool “brew” since it was chosen, so it is not called. Open the node, look at the tool and choose the tools anew.',
    )
    await expect(open(['brew']).list()).rejects.toThrow('has no tool “brew” (any more)')
  })

  test('are called as they were chosen: one that changed after it was listed is not', async () => {
    const opened = open([`brew#${'a'.repeat(32)}`], { tools: [tool('brew')], replies: [{ type: 'changed' }] })
    const [brew] = await opened.list()
    const { used } = await opened.call.callTool(brew ?? expect.fail(), {})
    expect(opened.calls).toEqual([{ tool: 'brew', input: {}, fingerprint: 'a'.repeat(32), answers: [] }])
    expect(used.error).toContain('choose the tools anew')
  })

  test('pictures become artifacts, other files a note', async () => {
    const parts = ['image/png', 'image/gif'].map((mediaType) => ({
      type: 'file' as const,
      mediaType,
      data: 'AAAA',
    }))
    const opened = open(['brew'], {
      tools: [tool('brew')],
      replies: [{ type: 'result', parts, isError: false }],
    })
    const [brew] = await opened.list()
    expect(await opened.call.callTool(brew ?? expect.fail(), {})).toMatchObject({
      content:
        '[The tool gave a file of the type image/png.]\n\n[The tool gave a file of the type image/gif.]',
      artifacts: [{ type: 'png', data: 'AAAA' }],
    })
  })
})

describe('a server that asks', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { name: { type: 'string' }, cups: { type: 'integer', default: 2 } },
    required: ['name'],
  }
  const asks: ServerToolReply = { type: 'asks', message: 'Who?', schema }
  const done: ServerToolReply = { type: 'result', parts: [{ type: 'text', text: 'Done' }], isError: false }

  async function play(answers: Answer[], replies: ServerToolReply[] = [asks, done]) {
    const values = { ...custom({ url }), mcpActions: '["brew"]' }
    const opened = openNode('customMCP', values, { tools: [tool('brew')], replies, answers })
    const [brew] = await opened.list()
    const { content } = await opened.call.callTool(brew ?? expect.fail(), { leaf: 'green' })
    return { ...opened, content, given: opened.calls.at(-1)?.answers }
  }

  test.each<[string, Answer, object]>([
    ['the form', { type: 'proceed', input: { name: 'Ada' } }, { action: 'accept', content: { name: 'Ada' } }],
    [
      'words alone',
      { type: 'proceed', feedback: ' Ada ' },
      { action: 'accept', content: { name: 'Ada', cups: 2 } },
    ],
    ['leave without an answer', { type: 'proceed' }, { action: 'decline' }],
    ['what does not fit', { type: 'proceed', input: { name: 5 } }, { action: 'decline' }],
    ['a refusal', { type: 'reject', feedback: 'No' }, { action: 'decline' }],
  ])('gets %s', async (_name, answer, expected) => {
    const { content, given, calls } = await play([answer])
    expect(content).toBe('Done')
    expect(given).toEqual([expected])
    expect(calls.map(({ input }) => input)).toEqual([{ leaf: 'green' }, { leaf: 'green' }])
  })

  test('shows the form with what it holds by itself', async () => {
    const { questions } = await play([{ type: 'reject' }])
    expect(questions[0]?.action.data).toMatchObject({
      nodeId: 'customMCP_0',
      input: 'The server of the tool “brew” asks: Who?',
      toolCalls: [{ name: 'brew', args: { cups: 2 } }],
      inputSchema: schema,
      asksForInput: true,
    })
  })

  test('for ever is told to stop', async () => {
    const { content, questions } = await play(
      [],
      Array.from({ length: 20 }, () => asks),
    )
    expect(content).toContain('asks people more than 10 times')
    expect(questions.length).toBe(10)
  })
})
