import type { JsonObject, JsonValue } from '@runnel/contract'
import type { ToolOffer } from '@runnel/node-kit'
import {
  aTool,
  createTestComponent,
  createTestStepContext,
  type TestStepOptions,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { listToolInputArgs } from './list-tool-input-args.ts'
import { runTool } from './run.ts'

const node = { id: 'toolAgentflow_0', type: 'toolAgentflow', label: 'Lookup' }
const inputSchema: JsonObject = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What to look for' },
    limit: { type: 'integer' },
    deep: { type: 'boolean' },
    where: { type: 'object' },
  },
}

function lookup(args: [string, JsonValue][], options: TestStepOptions = {}) {
  const inputs: unknown[] = []
  const work = async (input: unknown) => {
    inputs.push(input)
    return { content: 'found', artifacts: [{ type: 'png' }], sourceDocuments: [{ pageContent: 'p' }] }
  }
  const step = createTestStepContext({
    node,
    selected: { toolAgentflowSelectedTool: aTool({ name: 'look_up', inputSchema, work }) },
    ...options,
    values: {
      toolInputArgs: args.map(([inputArgName, inputArgValue]) => ({ inputArgName, inputArgValue })),
      ...options.values,
    },
  })
  return { step, inputs }
}

describe('a tool', () => {
  test('is called once with its arguments, and its result is handed on', async () => {
    const { step, inputs } = lookup([['query', 'tea']])
    const result = await runTool(step.context)
    expect(inputs).toEqual([{ query: 'tea' }])
    expect(result).toMatchObject({
      input: { selectedTool: 'look_up', toolInputArgs: { query: 'tea' } },
      output: {
        content: 'found',
        artifacts: [{ type: 'png' }],
        sourceDocuments: [{ pageContent: 'p' }],
        usedTools: [{ tool: 'look_up', toolInput: { query: 'tea' }, toolOutput: 'found' }],
      },
    })
    expect(step.shown).toEqual([])
  })

  test.each<[string, JsonValue, JsonValue]>([
    ['query', '{"a":1}', '{"a":1}'],
    ['limit', '5', 5],
    ['limit', 'many', 'many'],
    ['deep', 'true', true],
    ['where', '{"a":1}', { a: 1 }],
    ['where', '{a', '{a'],
    ['unknown', '[1]', [1]],
    ['constructor', 'x', 'x'],
  ])('takes the argument %s %j as %j', async (name, value, taken) => {
    const { step, inputs } = lookup([
      [name, value],
      ['', 'left out'],
    ])
    await runTool(step.context)
    expect(inputs).toEqual([{ [name]: taken }])
  })

  test('shows its result where the flow ends', async () => {
    const { step } = lookup([], { isLast: true })
    await runTool(step.context)
    expect(step.shown).toEqual(['found'])
  })

  test('is found under its older name', async () => {
    const { step } = lookup([], { selected: { selectedTool: aTool({ name: 'old' }) } })
    expect((await runTool(step.context)).input).toMatchObject({ selectedTool: 'old' })
  })

  test('that fails makes the step fail', async () => {
    const work = () => Promise.reject(new Error('No line.'))
    const { step } = lookup([], { selected: { toolAgentflowSelectedTool: aTool({ name: 'look_up', work }) } })
    await expect(runTool(step.context)).rejects.toThrow('Lookup: the tool look_up failed: No line.')
  })

  test('must be chosen, and be one', async () => {
    await expect(runTool(lookup([], { selected: {} }).step.context)).rejects.toThrow(
      'Lookup has no tool. Choose one in the node.',
    )
    const offer = (name: string): ToolOffer => ({ name, description: '', inputSchema, effects: 'none' })
    const server = (names: string[]) =>
      createTestComponent(
        'server',
        { label: 'Server' },
        { toolset: { list: () => names.map(offer), call: async () => ({ content: '' }) } },
      )
    const withServer = (...names: string[]) =>
      runTool(lookup([], { selected: { toolAgentflowSelectedTool: server(names) } }).step.context)
    await expect(withServer('a', 'b')).rejects.toThrow('Server offers 2: a, b. Choose one of them')
    await expect(withServer()).rejects.toThrow('Server offers no tool.')
  })
})

test('the arguments to choose from are those of the chosen tool', async () => {
  const asked: unknown[] = []
  const around = {
    catalogue: [],
    previousNodes: [],
    signal: new AbortController().signal,
    fetch,
    describeTools: async (type: string, values: JsonObject) => {
      asked.push([type, values])
      return [{ name: 'look_up', description: '', inputSchema, effects: 'none' as const }]
    },
  }
  const today = { toolAgentflowSelectedTool: 'x', toolAgentflowSelectedToolConfig: { a: 1 } }
  const former = { selectedTool: 'y', selectedToolConfig: { b: 2 } }
  const row = { inputArgName: 'query', inputArgValue: '' }
  const options = await listToolInputArgs({ ...around, values: today })
  for (const values of [former, { ...former, ...today }]) await listToolInputArgs({ ...around, values })
  for (const nodeValues of [today, former])
    await listToolInputArgs({ ...around, values: { ...row, toolAgentflowSelectedTool: 'z' }, nodeValues })
  await listToolInputArgs({ ...around, values: today, nodeValues: {} })
  const [x, y] = [
    ['x', { a: 1 }],
    ['y', { b: 2 }],
  ]
  expect(asked).toEqual([x, y, x, x, y, x])
  expect(options.map(({ name }) => name)).toEqual(['query', 'limit', 'deep', 'where'])
  expect(options[0]).toEqual({ name: 'query', label: 'query', description: 'What to look for' })
  expect(await listToolInputArgs({ ...around, values: {}, nodeValues: row })).toEqual([])
})
