import { type JsonObject, RunnelError } from '@runnel/contract'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { customToolCase, weatherTool } from './custom-tool.case.fixture.ts'
import { listTools } from './list-tools.ts'
import { customToolset } from './toolset.ts'

function openTool(values: JsonObject = {}, options: Parameters<typeof createTestCallContext>[0] = {}) {
  const seen: { code: string; globals: JsonObject }[] = []
  const component = createTestComponent('customTool', {
    label: 'Custom Tool',
    values: { ...customToolCase.values, ...values },
  })
  const { call } = createTestCallContext({
    customTools: { [weatherTool.id]: weatherTool },
    sandbox: (code, globals) => {
      seen.push({ code, globals })
      return { sky: 'blue' }
    },
    ...options,
  })
  return {
    seen,
    list: async () => customToolset.list(component, call),
    ask: async (input: JsonObject, madeOf?: string) =>
      customToolset.call(component, { tool: 'get_weather', input, ...(madeOf && { madeOf }) }, call),
  }
}

describe('a custom tool', () => {
  test('is told to models with JSON Schema of its rows', async () => {
    expect(await openTool({ returnDirect: true }).list()).toMatchObject([
      {
        name: 'get_weather',
        description: 'Tells the weather of a town.',
        effects: 'write',
        returnDirect: true,
        inputSchema: {
          type: 'object',
          properties: { town: { type: 'string', description: 'Its name' }, days: { type: 'number' } },
          required: ['town'],
          additionalProperties: false,
        },
      },
    ])
    expect((await openTool().list())[0]).not.toHaveProperty('code')
  })

  test('gives its code the arguments, the variables that it names, and the flow', async () => {
    const func = 'return [$town, $days, $vars.land, $flow.state]'
    const tool = openTool(
      {},
      {
        customTools: { [weatherTool.id]: { ...weatherTool, func } },
        run: { question: 'How is it?', chatId: 'chat', variables: { land: 'Norway', other: 'x' } },
        state: { mood: 'good' },
      },
    )
    expect(await tool.ask({ town: 'Oslo', odd: 'left out' })).toEqual({ content: '{"sky":"blue"}' })
    expect(tool.seen).toEqual([
      {
        code: func,
        globals: {
          $input: 'How is it?',
          $town: 'Oslo',
          $days: null,
          $vars: { land: 'Norway' },
          $flow: expect.objectContaining({ input: 'How is it?', state: { mood: 'good' }, chatId: 'chat' }),
        },
      },
    ])
  })

  test('takes what the node says in place of what is stored, also without a stored tool or with one that is gone', async () => {
    const own = {
      customToolName: 'My Tool',
      customToolDesc: 'Mine.',
      customToolSchema: 'z.object({ a: z.string().describe("b") })',
      customToolFunc: 'return $a',
    }
    const ways: [JsonObject, object][] = [
      [own, {}],
      [{ ...own, selectedTool: '' }, {}],
      [own, { customTools: {} }],
    ]
    for (const [values, world] of ways) {
      const tool = openTool(values, world)
      expect(await tool.list()).toMatchObject([
        { name: 'my_tool', description: 'Mine.', inputSchema: { required: ['a'] } },
      ])
      await tool.ask({ a: 'x' })
      expect(tool.seen[0]).toMatchObject({ code: 'return $a', globals: { $a: 'x' } })
    }
  })

  test('says what is missing: the tool, its code', async () => {
    const gone = openTool({}, { customTools: {} })
    await expect(gone.list()).rejects.toMatchObject({
      code: 'missing_component',
      message: expect.stringContaining('“Custom Tool” is not there any more'),
    })
    await expect(gone.ask({ town: 'Oslo' })).rejects.toThrow('not there any more')
    const half = openTool({ customToolName: 'a', customToolFunc: 'return 1' }, { customTools: {} })
    await expect(half.list()).rejects.toThrow('not there any more')
    await expect(openTool({ selectedTool: '' }).list()).rejects.toThrow('Custom Tool has no tool')
    const empty = { [weatherTool.id]: { ...weatherTool, func: ' ' } }
    await expect(openTool({}, { customTools: empty }).list()).rejects.toThrow('“Get Weather” has no code')
    const broken = { [weatherTool.id]: { ...weatherTool, schema: '[{"property":"a b","type":"string"}]' } }
    await expect(openTool({}, { customTools: broken }).list()).rejects.toThrow('schema[0].property')
  })

  test('that was changed since a run listed it is not called; one whose words were is', async () => {
    const [offer] = await openTool().list()
    const changed = (change: Partial<typeof weatherTool>) =>
      openTool({}, { customTools: { [weatherTool.id]: { ...weatherTool, ...change } } })
    await expect(changed({ func: 'return 2' }).ask({ town: 'Oslo' }, offer?.madeOf)).rejects.toThrow(
      'get_weather was changed',
    )
    expect((await changed({ description: 'Other' }).ask({ town: 'Oslo' }, offer?.madeOf)).content).toContain(
      'blue',
    )
  })

  test('tells a fault of its code with its name', async () => {
    const sandbox = () => {
      throw new RunnelError('sandbox_error', 'no luck (line 2)')
    }
    await expect(openTool({}, { sandbox }).ask({ town: 'Oslo' })).rejects.toMatchObject({
      code: 'sandbox_error',
      message: 'The code of the tool get_weather failed: no luck (line 2)',
    })
  })
})

test('the tools to choose from are those of the workspace that the caller may see', async () => {
  const around = { values: {}, catalogue: [], previousNodes: [], signal: new AbortController().signal, fetch }
  expect(await listTools({ ...around, listCustomTools: async () => [weatherTool] })).toEqual([
    { name: weatherTool.id, label: 'Get Weather', description: 'Tells the weather of a town.' },
  ])
  expect(await listTools(around)).toEqual([])
})
