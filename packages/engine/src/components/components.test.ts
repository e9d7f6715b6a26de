import type { InputDefinition, JsonObject, NodeDefinition } from '@runnel/contract'
import type { PlanComponent } from '@runnel/graph'
import type { ReadText, StepContext } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { EnginePorts } from '../engine-ports.ts'
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
const choice = (name: string) => text(name, { type: 'asyncOptions', loadConfig: true, acceptVariable: false })

const definitions: Record<string, NodeDefinition> = {
  store: createDefinition('store', {
    kind: 'component',
    outputs: [
      { name: 'retriever', label: 'Retriever', provides: ['retriever'] },
      { name: 'vectorStore', label: 'Store', provides: ['vectorStore'] },
    ],
  }),
  words: createDefinition('words', {
    kind: 'component',
    provides: ['text'],
    inputs: [text('words')],
  }),
  agent: createDefinition('agent', { kind: 'component', inputs: [choice('tool'), text('task')] }),
  tool: createDefinition('tool', { kind: 'component', inputs: [choice('model')] }),
  box: createDefinition('box', {
    kind: 'component',
    inputs: [{ name: 'tools', label: 'Tools', type: 'array', array: [choice('tool'), text('note')] }],
  }),
  model: createDefinition('model', {
    kind: 'component',
    provides: ['chatModel'],
    inputs: [text('name', { default: 'small' })],
  }),
}

/** Gives its words after it asked the sandbox, as a text that is fetched would. */
const readWords: ReadText = async ({ values }, call) =>
  `<${String(await call.code(String(values.words), {}))}>`

interface LookOptions extends Omit<Partial<TestRun>, 'ports'> {
  ports?: Partial<EnginePorts>
  flowType?: 'chat'
}

/** Runs one step and gives what `look` sees in its context, and the run. */
async function look<Seen>(
  step: Partial<TestStep>,
  seen: (context: StepContext) => Seen | Promise<Seen>,
  { ports: more, flowType, ...run }: LookOptions = {},
) {
  const vendor = createFakeVendor()
  const looks: Seen[] = []
  const ports = createFakePorts({
    vendor,
    ports: {
      findDefinition: (type) => definitions[type],
      loadCapability: async (_type, kind) => (kind === 'text' ? (readWords as never) : undefined),
      loadRun: async () => async (context) => {
        looks.push(await seen(context))
        return { output: { content: 'done' } }
      },
      ...more,
    },
  })
  const result = await runToEnd({
    plan: buildPlan([{ id: 'x', type: 'x', ...step }], [], flowType),
    ports,
    ...run,
  })
  return { ...result, seen: looks, vendor }
}

function wired(
  type: string,
  changes: { values?: JsonObject; output?: string } & Partial<PlanComponent> = {},
) {
  const { values = {}, ...rest } = changes
  const definition = definitions[type] ?? createDefinition(type)
  const node = { id: `${type}_0`, type, label: type, position: { x: 0, y: 0 }, values }
  return { kind: 'component' as const, component: { node, definition, output: type, anchors: {}, ...rest } }
}

describe('the chosen output of a component', () => {
  test.each([
    ['retriever', ['retriever']],
    ['vectorStore', ['vectorStore']],
  ] as const)('%s reaches who uses it, and tells what it provides', async (output, provided) => {
    const step = { anchors: { source: [wired('store', { output })] } }
    const { seen } = await look(step, ({ components, provides }) =>
      components('source').map((component) => ({
        output: component.output,
        provides: (['retriever', 'vectorStore', 'chatModel'] as const).filter((kind) =>
          provides(component, kind),
        ),
      })),
    )
    expect(seen).toEqual([[{ output, provides: provided }]])
  })

  test('is refused by name where it does not provide what is needed', async () => {
    const step = { label: 'My step', anchors: { source: [wired('store', { output: 'vectorStore' })] } }
    const { outcome } = await look(step, async ({ components, retrieve }) => {
      const [store] = components('source')
      if (store) await retrieve(store, { query: 'x' })
    })
    expect(outcome?.error).toMatchObject({ code: 'missing_component', nodeId: 'x' })
    expect(outcome?.error?.message).toBe(
      '"My step" needs a retriever, which "store" (store) is not. Connect another one.',
    )
  })

  test('is the first one, unless the settings of a chosen component name another', async () => {
    const outputs = async (config: JsonObject) => {
      const values = { source: 'store', sourceConfig: config }
      const step = { values, definition: { inputs: [choice('source')] } }
      return (await look(step, ({ selected }) => selected('source')?.output)).seen[0]
    }
    expect(await outputs({})).toBe('retriever')
    expect(await outputs({ output: 'vectorStore' })).toBe('vectorStore')
    expect(await outputs({ output: 'none of them' })).toBe('retriever')
  })
})

describe('choices inside a chosen component', () => {
  const nested: Partial<TestStep> = {
    values: {
      helper: 'agent',
      helperConfig: {
        task: 'about {{question}}',
        tool: 'tool',
        toolConfig: { model: 'model', modelConfig: {} },
      },
    },
    credentials: {
      helperConfig: 'of the agent',
      'helperConfig.toolConfig': 'of the tool',
      'helperConfig.toolConfig.modelConfig': 'of the model',
    },
    definition: { inputs: [choice('helper')] },
  }

  test('stand at its anchors as data, each with its defaults and its own credential', async () => {
    const { seen } = await look(nested, ({ selected }) => selected('helper'))
    const of = (type: string, credential: string) => ({
      nodeId: 'x',
      type,
      label: type,
      output: type,
      credentials: { credential },
    })
    const model = { ...of('model', 'of the model'), values: { name: 'small' }, anchors: {} }
    const tool = { ...of('tool', 'of the tool'), anchors: { model: [model] } }
    expect(seen).toEqual([
      {
        ...of('agent', 'of the agent'),
        values: expect.objectContaining({ task: 'about hello', tool: 'tool' }),
        anchors: { tool: [expect.objectContaining(tool)] },
      },
    ])
    expect(JSON.parse(JSON.stringify(seen))).toEqual(seen)
  })

  test('end after some depth, also where a component chooses itself', async () => {
    let config: JsonObject = {}
    for (let depth = 0; depth < 9; depth += 1) config = { tool: 'agent', toolConfig: config }
    const values = { helper: 'agent', helperConfig: config }
    const { seen } = await look({ ...nested, credentials: {}, values }, ({ selected }) => selected('helper'))
    let depth = 0
    for (let component = seen[0]; component; component = component.anchors.tool?.[0]) depth += 1
    expect(depth).toBe(5)
  })

  test('that are not installed are told with the step that chose them', async () => {
    const values = { helper: 'agent', helperConfig: { tool: 'gone' } }
    const { outcome } = await look({ ...nested, label: 'My step', values }, ({ selected }) =>
      selected('helper'),
    )
    expect(outcome?.error).toMatchObject({ code: 'missing_component' })
    expect(outcome?.error?.message).toContain('"My step" chose "gone"')
  })
})

describe('choices of a component that is wired', () => {
  const settings = {
    tool: 'tool',
    toolConfig: { model: 'model', modelConfig: { name: '{{question}}' } },
  }
  const credentials = { toolConfig: 'of the tool', 'toolConfig.modelConfig': 'of the model' }
  const component = (type: string, changes: JsonObject) =>
    expect.objectContaining({ type, output: type, ...changes })

  test('stand at its anchors with their own choices and credentials, as the wired node keeps them', async () => {
    const agent = wired('agent', { values: settings })
    Object.assign(agent.component.node, { credentials })
    const { seen } = await look({ anchors: { helper: [agent] } }, ({ components }) => components('helper'))
    const model = component('model', {
      nodeId: 'agent_0',
      values: { name: 'hello' },
      credentials: { credential: 'of the model' },
    })
    const tool = component('tool', {
      credentials: { credential: 'of the tool' },
      anchors: { model: [model] },
    })
    expect(seen).toEqual([[component('agent', { nodeId: 'agent_0', anchors: { tool: [tool] } })]])
    expect(JSON.parse(JSON.stringify(seen))).toEqual(seen)
  })

  test.each([
    ['wired', (values: JsonObject) => ({ anchors: { helper: [wired('box', { values })] } })],
    [
      'chosen',
      (values: JsonObject) => ({
        values: { helper: 'box', helperConfig: values },
        definition: { inputs: [choice('helper')] },
      }),
    ],
  ])('in the rows of a %s component stand at their places', async (how, stepOf) => {
    const tools = [
      { $row: 'r7', tool: 'tool', toolConfig: { model: 'model', modelConfig: {} } },
      { $row: 'r2', tool: '' },
      { $row: 'r9', tool: 'agent', toolConfig: { task: 'about {{question}}' } },
    ]
    const step: Partial<TestStep> = stepOf({ tools })
    const keys = { 'tools[r7].toolConfig': 'seventh', 'tools[r7].toolConfig.modelConfig': 'its model' }
    const isWired = how === 'wired'
    const kept = Object.fromEntries(
      Object.entries(keys).map(([path, id]) => [isWired ? path : `helperConfig.${path}`, id]),
    )
    const [box] = step.anchors?.helper ?? []
    if (box?.kind === 'component') Object.assign(box.component.node, { credentials: kept })
    const { seen } = await look({ ...step, credentials: kept }, ({ components, selected }) =>
      isWired ? components('helper')[0] : selected('helper'),
    )
    const model = component('model', { credentials: { credential: 'its model' } })
    expect(seen[0]?.anchors).toEqual({
      'tools[0].tool': [
        component('tool', { credentials: { credential: 'seventh' }, anchors: { model: [model] } }),
      ],
      'tools[2].tool': [
        component('agent', { values: expect.objectContaining({ task: 'about hello' }), credentials: {} }),
      ],
    })
  })

  test('that are not installed are told with the step that uses the component', async () => {
    const step = { label: 'My step', anchors: { helper: [wired('agent', { values: { tool: 'gone' } })] } }
    const { outcome } = await look(step, ({ components }) => components('helper'))
    expect(outcome?.error?.message).toContain('"My step" chose "gone"')
  })
})

describe('a component that gives text', () => {
  const filled = (changes: Partial<InputDefinition> = {}, values: JsonObject = {}): Partial<TestStep> => ({
    values,
    definition: { inputs: [text('say', changes)] },
    anchors: {
      say: [
        wired('words', { values: { words: 'one {{question}}' } }),
        wired('words', { values: { words: 'two' } }),
      ],
    },
  })

  test('fills the param that it is wired to, and is no component of the step', async () => {
    const { seen } = await look(filled(), ({ values, components }) => [values.say, components('say')])
    expect(seen).toEqual([['<ran:one hello>', []]])
  })

  test('fills a list in the order of the edges', async () => {
    const { seen } = await look(filled({ list: true }), ({ values }) => values.say)
    expect(seen).toEqual([['<ran:one hello>', '<ran:two>']])
  })

  test('leaves a param alone that its author wrote', async () => {
    const { seen, vendor } = await look(filled({}, { say: 'mine' }), ({ values }) => values.say)
    expect(seen).toEqual(['mine'])
    expect(vendor.effects).toEqual([])
  })

  test('stands where its author wrote its name, and another one is not asked', async () => {
    const say = '{"a": "{{words_0.data.instance}}", "b": "{{gone_0.data.instance}}"}'
    const { seen, vendor } = await look(
      {
        ...filled({}, { say }),
        anchors: {
          say: [
            wired('words', { values: { words: 'one "{{question}}"' } }),
            wired('words', {
              node: { id: 'words_1', type: 'words', label: 'words', position: { x: 0, y: 0 }, values: {} },
            }),
          ],
        },
      },
      ({ values }) => values.say,
      { flowType: 'chat' },
    )
    expect(seen).toEqual(['{"a": "<ran:one \\"hello\\">", "b": "{{gone_0.data.instance}}"}'])
    expect(vendor.effects).toHaveLength(2)
  })

  test('is read once: a step that goes on after a wait takes its text from the journal', async () => {
    const asks = async ({ values, ask }: StepContext) =>
      `${String(values.say)} ${(await ask({ action: {} })).type}`
    const first = await look(filled(), asks)
    expect(first.outcome?.waiting.map(({ path }) => path)).toEqual(['x#0/a0'])
    expect(first.vendor.effects).toHaveLength(4)
    const again = await look(filled(), asks, {
      journal: first.journal,
      fence: 2,
      settledFence: 1,
      answers: [{ path: 'x#0/a0', answer: { type: 'proceed' } }],
    })
    expect(again.seen).toEqual(['<ran:one hello> proceed'])
    expect(again.vendor.effects).toEqual([])
  })
})
