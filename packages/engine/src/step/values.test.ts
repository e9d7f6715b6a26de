import { type InputDefinition, type JsonObject, type JsonValue, ROW_ID } from '@runnel/contract'
import type { PlanComponent } from '@runnel/graph'
import type { Component, StepContext } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan, createDefinition, type TestStep } from '../testing/plan-builder.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const text = (name: string, more: Partial<InputDefinition> = {}): InputDefinition => ({
  name,
  label: name,
  type: 'string',
  acceptVariable: true,
  ...more,
})

/** Runs one step and gives what `look` sees in its context. */
async function look(
  step: Partial<TestStep>,
  seen: (context: StepContext) => unknown,
  more: Partial<TestRun> & {
    definitions?: Record<string, InputDefinition[]>
    flowType?: 'agent' | 'chat'
  } = {},
) {
  let result: unknown
  const { definitions = {} } = more
  const ports = createFakePorts({
    vendor: createFakeVendor(),
    ports: {
      findDefinition: (type) =>
        Object.hasOwn(definitions, type)
          ? createDefinition(type, { inputs: definitions[type] ?? [] })
          : undefined,
      loadRun: async () => async (context) => {
        result = await seen(context)
        return { output: { content: 'done' } }
      },
    },
  })
  const plan = buildPlan([{ id: 'x', type: 'x', ...step }], [], more.flowType)
  const { outcome } = await runToEnd({ plan, ports, ...more })
  if (outcome?.error) throw new Error(outcome.error.message)
  return result
}

describe('the values of a step', () => {
  test('are defaults, what the author chose, and enabled overrides as they came, in this order', async () => {
    const inputs = [
      text('a', { default: 'default a' }),
      text('b', { default: 'default b' }),
      text('c'),
      text('list', { type: 'multiOptions' }),
      text('on', { type: 'boolean' }),
    ]
    const overrides = { x: { c: 'given {{question}}', list: ['2', '3'], on: 'true' } }
    const values = { b: 'own b', c: 'own c', list: ['1', '2'] }
    expect(
      await look({ values, definition: { inputs } }, (context) => context.values, { input: { overrides } }),
    ).toEqual({ a: 'default a', b: 'own b', c: 'given {{question}}', list: ['1', '2', '3'], on: true })
  })

  test('are resolved once where params share a name, whatever stands in them', async () => {
    const fields = [text('key', { acceptVariable: false }), text('value')]
    const inputs = [text('body'), text('body', { type: 'array', acceptVariable: false, array: fields })]
    const valuesWith = (body: JsonValue, question: string) =>
      look({ values: { body }, definition: { inputs } }, (context) => context.values, {
        input: { question, variables: { secret: 's3cret' } },
      })
    const asked = 'See {{$vars.secret}}'
    expect(await valuesWith('{{question}}', asked)).toEqual({ body: asked })
    const row = { key: '{{question}}', value: '{{question}}' }
    expect(await valuesWith([row], asked)).toEqual({ body: [{ ...row, value: asked }] })
  })

  test('are merged with an override that is an object, also where the author wrote JSON text', async () => {
    const inputs = [text('written', { type: 'json' }), text('held', { type: 'json' }), text('none')]
    const values = { written: '{"a":"{{question}}","b":1}', held: { a: 1 }, none: 'plain' }
    const overrides = { x: { written: { b: 2 }, held: { b: 2 }, none: { b: 2 } } }
    expect(
      await look({ values, definition: { inputs } }, (context) => context.values, { input: { overrides } }),
    ).toEqual({ written: { a: 'hello', b: 2 }, held: { a: 1, b: 2 }, none: { b: 2 } })
  })

  test('of JSON code are taken apart before variables are put in: a value stays in its place', async () => {
    const inputs = [text('config', { type: 'code', codeLanguage: 'json' })]
    const question = 'x", "url": "https://evil.example", "y": "'
    for (const flowType of ['agent', 'chat'] as const) {
      const result = await look(
        {
          values: { config: '{"url": "https://tea.example", "asked": "{{question}}"}' },
          definition: { inputs },
        },
        (context) => context.values.config,
        { input: { question }, flowType },
      )
      expect(result).toEqual({ url: 'https://tea.example', asked: question })
    }
    const whole = await look(
      { values: { config: '{{question}}' }, definition: { inputs } },
      (context) => context.values.config,
      { input: { question: '{}' } },
    )
    expect(whole).toBe('{}')
  })

  describe.each(['agent', 'chat'] as const)('in a flow of the kind %s', (flowType) => {
    const kinds: [string, Partial<InputDefinition>, string][] = [
      ['code of JSON', { type: 'code', codeLanguage: 'json' }, '{"url": "{{\\u0024vars.town}}"}'],
      ['a text that holds JSON', { codeLanguage: 'json' }, '{"url": "{{\\u0024vars.town}}"}'],
      ['a filter', { codeLanguage: 'filter' }, '{"url": "{{\\u0024vars.town}}"}'],
      ['words', { codeLanguage: 'words' }, '--a "{{$v\\ars.town}}" {{$v\'\'ars.town}}'],
      ['JSON', { type: 'json' }, '{"url": "{{\\u0024vars.town}}"}'],
    ]
    test.each(kinds)('name no variable that only the escapes of %s make', async (_what, input, value) => {
      const seen = await look(
        { values: { config: value }, definition: { inputs: [text('config', input)] } },
        (context) => context.values.config,
        { input: { variables: { town: 'Ulm' } }, flowType },
      )
      expect(JSON.stringify(seen)).not.toContain('Ulm')
      const open = await look(
        { values: { config: '{"url": "{{$vars.town}}"}' }, definition: { inputs: [text('config', input)] } },
        (context) => context.values.config,
        { input: { variables: { town: 'Ulm' } }, flowType },
      )
      expect(JSON.stringify(open)).toContain('Ulm')
    })
  })

  test.each(['agent', 'chat'] as const)(
    'of code are those that were saved, in a flow of the kind %s',
    async (flowType) => {
      const inputs = [text('code', { type: 'code', codeLanguage: 'js' })]
      const values = { code: 'return {{question}} + {{$flow.sessionId}} + {{$vars.town}}' }
      const input = { question: '$vars.secret', variables: { town: 'Ulm', secret: 'x' } }
      const seen = await look({ values, definition: { inputs } }, (context) => context.values.code, {
        input,
        flowType,
      })
      expect(seen).toBe(values.code)
    },
  )

  describe('of rows that are kept as text', () => {
    const field = { acceptNodeOutputAsVariable: true }
    const inputs = [text('update', { type: 'array', array: [text('key'), text('value', field)] })]
    const fill = (update: string, question: string) =>
      look(
        { values: { update }, definition: { inputs } },
        (context) => {
          const [row] = context.values.update as { value: string }[]
          return typeof row === 'object' ? context.resolveWithOutput(row.value, {}) : context.values.update
        },
        { input: { question, variables: { town: 'Ulm' } } },
      )

    test('are rows, each filled in by itself', async () => {
      const quotes = '"}, {"key": "y"'
      expect(await fill('[{"key": "x", "value": "{{question}}"}]', quotes)).toBe(quotes)
      expect(await fill('[{"key": "x", "value": "{{$vars.town}}"}]', quotes)).toBe('Ulm')
    })

    test('never come out of what a caller says', async () => {
      const rows = '[{"key": "x", "value": "{{$vars.town}}"}]'
      expect(await fill('{{question}}', rows)).toBe('{{question}}')
    })

    test('name no variable that only escapes make', async () => {
      expect(await fill('[{"key": "x", "value": "{{\\u0024vars.town}}"}]', '')).toEqual([])
    })
  })

  test('of texts that hold JSON keep their shape, whatever is put in', async () => {
    const inputs = [text('body', { codeLanguage: 'json' })]
    const question = '1, "isAdmin": true, "y": "'
    const send = (body: string) =>
      look({ values: { body }, definition: { inputs } }, (context) => context.values.body, {
        input: { question },
      })
    const filled = await send('{"asked": "{{question}}", "of": {{question}}}')
    expect(JSON.parse(String(filled))).toEqual({ asked: question, of: question })
    expect(await send('asked: {{question}}')).toBe(`asked: ${question}`)
  })

  describe.each(['agent', 'chat'] as const)('of filters in a flow of the kind %s', (flowType) => {
    const fill = async (filter: JsonValue, question: string, input: Partial<InputDefinition> = {}) =>
      look(
        {
          values: { filter },
          definition: { inputs: [text('filter', { codeLanguage: 'filter', ...input })] },
        },
        (context) => context.values.filter,
        { input: { question }, flowType },
      )

    test.each(['x", "user": {"$exists": true}, "y": "', '{"$exists":true}', '{}', '["a"]', 'x\\'])(
      'hold what is asked as a value of JSON: %s',
      async (question) => {
        for (const filter of ['{"user": "{{question}}"}', '{"user": {{question}}}', { user: '{{question}}' }])
          expect(await fill(filter, question, { type: 'json' })).toEqual({ user: question })
      },
    )

    test('hold numbers and switches where they stand alone', async () => {
      const filter = '{"year": {{question}}, "named": "{{question}}", "of": ["a {{question}}"]}'
      expect(await fill(filter, '2026', { type: 'json' })).toEqual({
        year: 2026,
        named: '2026',
        of: ['a 2026'],
      })
    })

    test('of a language of their own are handed on with what is asked apart', async () => {
      const question = 'x" or "" == "'
      const filter = `user == "{{question}}" and topic in ['a "b"', 'of {{question}}'] and page < {{question}}`
      expect(await fill(filter, question)).toEqual([
        'user == ',
        [question],
        ` and topic in ['a "b"', `,
        [`of ${question}`],
        '] and page < ',
        { bare: question },
      ])
      expect(await fill('user == "ada"', question)).toBe('user == "ada"')
      expect(await fill('user == "{{question}}', 'x')).toEqual(['user == ', ['x']])
      expect(await fill('{{question}}', 'topic == "tea"')).toBe('topic == "tea"')
    })
  })

  test('have variables resolved only where they are accepted, once, and no hidden row ids', async () => {
    const inputs = [
      text('open'),
      text('closed', { acceptVariable: false }),
      text('rows', {
        type: 'array',
        acceptVariable: false,
        array: [text('yes'), text('no', { acceptVariable: false })],
      }),
      text('update', { type: 'array', array: [text('value', { acceptNodeOutputAsVariable: true })] }),
    ]
    const values: JsonObject = {
      open: '{{question}}',
      closed: '{{question}}',
      rows: [{ [ROW_ID]: 'r0', yes: '{{question}}', no: '{{question}}' }],
      update: [{ [ROW_ID]: 'r0', value: '{{output}} {{question}}' }],
    }
    const input = { question: 'is {{$vars.secret}} safe?', variables: { secret: 'no' } }
    const result = await look(
      { values, definition: { inputs } },
      (context) => [
        context.values,
        context.resolveWithOutput(context.values.update ?? null, { content: 'said {{question}}' }),
      ],
      { input },
    )
    expect(result).toEqual([
      {
        open: 'is {{$vars.secret}} safe?',
        closed: '{{question}}',
        rows: [{ yes: 'is {{$vars.secret}} safe?', no: '{{question}}' }],
        update: [{ value: '{{output}} {{question}}' }],
      },
      [{ value: 'said {{question}} is {{$vars.secret}} safe?' }],
    ])
  })

  test('know the conversation, its length and that no file came', async () => {
    const seen: unknown[] = []
    const ports = createFakePorts({
      vendor: createFakeVendor(),
      ports: {
        loadRun: async () => async (context) => {
          seen.push(context.values.say)
          return { output: {}, history: [{ role: 'user', content: `by ${context.node.id}`, name: 'x' }] }
        },
      },
    })
    const say =
      '{{$flow.chatHistory}} {{$flow.chatHistory[0].content}} {{$flow.runtimeChatHistoryLength}}={{runtime_messages_length}} [{{file_attachment}}]'
    const step = (id: string) => ({ id, type: 'x', values: { say }, definition: { inputs: [text('say')] } })
    const plan = buildPlan(
      [step('a'), step('b'), step('c')],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    )
    await runToEnd({ plan, ports, input: { pastHistory: [{ role: 'assistant', content: 'Hi' }] } })
    expect(seen).toEqual([
      '[{"role":"assistant","content":"Hi"}] Hi 0=0 []',
      '[{"role":"assistant","content":"Hi"},{"role":"user","content":"by a"}] Hi 0=0 []',
      '[{"role":"assistant","content":"Hi"},{"role":"user","content":"by a"},{"role":"user","content":"by b"}] Hi 1=1 []',
    ])
  })

  test('answer the question, else the form as lines', async () => {
    expect(await look({}, (context) => context.input)).toBe('hello')
    const input = { question: '', form: { city: 'Bern', days: 3 } }
    expect(await look({}, (context) => context.input, { input })).toBe('city: Bern\ndays: 3')
  })

  test('know nothing of an answer that was for another step or another question of this one', async () => {
    const given = (path: string) => [{ path, answer: { type: 'proceed' as const, feedback: path } }]
    const heard: unknown[] = []
    const ask = async (context: StepContext) => {
      heard.push(await context.ask({ action: {} }))
    }
    for (const path of ['other#0/a0', 'x#0/a1', 'x#1/a0', 'x#0'])
      await look({}, ask, { answers: given(path) })
    expect(heard).toEqual([])
    await look({}, ask, { answers: given('x#0/a0') })
    expect(heard).toEqual([{ type: 'proceed', feedback: 'x#0/a0' }])
  })
})

describe('a component that a param names', () => {
  const model = [text('temperature', { acceptVariable: false, default: '0.5' }), text('prompt')]

  test('arrives as data: its settings, with variables only where its own params accept them', async () => {
    const step = {
      values: { llmModel: 'chatX', llmModelConfig: { prompt: '{{question}}', temperature: '{{question}}' } },
      credentials: { llmModelConfig: 'cred-1' },
      definition: { inputs: [text('llmModel', { type: 'asyncOptions', loadConfig: true })] },
    }
    expect(
      await look(step, (context) => context.selected('llmModel'), { definitions: { chatX: model } }),
    ).toEqual({
      nodeId: 'x',
      type: 'chatX',
      label: 'chatX',
      values: { prompt: 'hello', temperature: '{{question}}' },
      credentials: { credential: 'cred-1' },
      output: 'chatX',
      anchors: {},
    })
  })

  test('may stand in a row, with its credential under the id of the row or inside its settings', async () => {
    const row = [text('tool', { type: 'asyncOptions', loadConfig: true, acceptVariable: false })]
    const step = {
      values: {
        tools: [
          { [ROW_ID]: 'r7', tool: 'calc', toolConfig: {} },
          { [ROW_ID]: 'r9', tool: 'calc', toolConfig: { FLOWISE_CREDENTIAL_ID: 'inside' } },
        ],
      },
      credentials: { 'tools[r7].toolConfig': 'by row' },
      definition: { inputs: [text('tools', { type: 'array', acceptVariable: false, array: row })] },
    }
    const seen = await look(step, ({ selected }) => [selected('tools[0].tool'), selected('tools[1].tool')], {
      definitions: { calc: [] },
    })
    expect(seen).toMatchObject([
      { type: 'calc', credentials: { credential: 'by row' }, values: {} },
      { type: 'calc', credentials: { credential: 'inside' }, values: {} },
    ])
  })

  test('is undefined when none is chosen and an error that names the step when it is not installed', async () => {
    expect(await look({ values: { m: '' } }, (context) => context.selected('m'))).toBeUndefined()
    const step = { label: 'My LLM', values: { m: 'gone' } }
    await expect(look(step, (context) => context.selected('m'))).rejects.toThrow('"My LLM" chose "gone"')
  })
})

describe('a chat flow', () => {
  test('gives what is wired as data, fills params from earlier results and names its memory', async () => {
    const component = (id: string, changes: Partial<PlanComponent> = {}): PlanComponent => ({
      node: { id, type: id, label: `My ${id}`, position: { x: 0, y: 0 }, values: {} },
      definition: createDefinition(id, { kind: 'component' }),
      output: id,
      anchors: {},
      ...changes,
    })
    const outputs = [
      { name: 'retriever', label: 'R', provides: ['retriever' as const] },
      { name: 'recall', label: 'M', provides: ['memory' as const] },
    ]
    const definition = createDefinition('memory', { outputs })
    const memory = component('memory', { definition, output: 'recall' })
    const prompt = component('prompt', {
      anchors: { inner: [{ kind: 'component', component: component('deep') }] },
    })
    const plan = buildPlan(
      [
        { id: 'chain_0', type: 'plain', values: { say: 'first result' } },
        {
          id: 'chain_1',
          type: 'plain',
          values: { extra: '{"a":"{{chain_0.data.instance}}"}' },
          definition: { inputs: [text('say'), text('extra', { type: 'json', acceptVariable: false })] },
          anchors: {
            say: [{ kind: 'step', nodeId: 'chain_0', output: 'content' }],
            memory: [{ kind: 'component', component: memory }],
            prompt: [{ kind: 'component', component: prompt }],
          },
        },
      ],
      [{ from: 'chain_0', to: 'chain_1', value: true }],
      'chat',
    )
    const seen: [JsonObject, Component[]][] = []
    const ports = createFakePorts({ vendor: createFakeVendor() })
    const { loadRun } = ports
    ports.loadRun = async (type) => {
      const run = await loadRun(type)
      return (context) => {
        seen.push([context.values, context.components('prompt')])
        return run ? run(context) : Promise.reject(new Error('no run'))
      }
    }
    const { outcome } = await runToEnd({ plan, ports, input: { flowType: 'CHATFLOW' } })
    expect(outcome).toMatchObject({
      status: 'finished',
      text: 'first result',
      memoryType: 'My memory',
      executed: [],
    })
    const deep = { nodeId: 'deep', type: 'deep', label: 'My deep', output: 'deep', anchors: {} }
    expect(seen[0]?.[1]).toEqual([])
    expect(seen[1]?.[0]).toEqual({ say: 'first result', extra: '{"a":"first result"}' })
    expect(seen[1]?.[1]).toEqual([
      {
        nodeId: 'prompt',
        type: 'prompt',
        label: 'My prompt',
        values: {},
        credentials: {},
        output: 'prompt',
        anchors: { inner: [{ ...deep, values: {}, credentials: {} }] },
      },
    ])
  })

  test('fills history and files only where variables are accepted', async () => {
    const say = '{{$flow.chatHistory}} {{chat_history}} [{{file_attachment}}]'
    const inputs = [text('open'), text('closed', { acceptVariable: false })]
    const step = { values: { open: say, closed: say }, definition: { inputs } }
    const input = { pastHistory: [{ role: 'user' as const, content: 'Hi' }] }
    expect(await look(step, (context) => context.values, { flowType: 'chat', input })).toEqual({
      open: '[{\\"role\\":\\"user\\",\\"content\\":\\"Hi\\"}] user: Hi []',
      closed: '[{\\"role\\":\\"user\\",\\"content\\":\\"Hi\\"}] {{chat_history}} [{{file_attachment}}]',
    })
  })

  test('fills a param by an edge only where its author wrote nothing', async () => {
    const edge = [{ kind: 'step' as const, nodeId: 'a', output: 'content' }]
    const inputs = [text('empty'), text('own')]
    const plan = buildPlan(
      [
        { id: 'a', type: 'plain', values: { say: 'wired' } },
        {
          id: 'b',
          type: 'x',
          values: { empty: '', own: 'mine' },
          definition: { inputs },
          anchors: { empty: edge, own: edge },
        },
      ],
      [{ from: 'a', to: 'b', value: true }],
      'chat',
    )
    let seen: JsonObject | undefined
    const ports = createFakePorts({ vendor: createFakeVendor() })
    const { loadRun } = ports
    ports.loadRun = async (type) =>
      type === 'x'
        ? async ({ values }) => {
            seen = values
            return { output: {} }
          }
        : loadRun(type)
    await runToEnd({ plan, ports })
    expect(seen).toEqual({ empty: 'wired', own: 'mine' })
  })
})
