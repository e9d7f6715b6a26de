import type { JsonValue, ModelMessage } from '@runnel/contract'
import type { Component, RunNode, StepContext, Toolset } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { createFakeModel, createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan, createDefinition } from '../testing/plan-builder.ts'
import { joinText } from '../testing/read-events.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const component = (type: string, changes: Partial<Component> = {}): Component => ({
  nodeId: `${type}_0`,
  type,
  label: type,
  values: {},
  credentials: {},
  output: type,
  anchors: {},
  ...changes,
})
const chain = component('chain', { values: { tone: 'kind' }, anchors: { model: [component('model')] } })

/** Asks its model, after it looked at what it sees. */
const runChain: RunNode = async (context) => {
  const { node, values, input, run, state, runHistory, isLast } = context
  const seen = { node: node.id, values, past: run.pastHistory.length, state, runHistory, isLast }
  const messages: ModelMessage[] = [{ role: 'user', content: `${input}?` }]
  const [model] = context.components('model')
  const reply = model && (await context.model(model, { messages }, { show: true }))
  context.emitText('loud')
  return { output: { content: reply?.parts as unknown as JsonValue, seen: seen as unknown as JsonValue } }
}

const toolset: Toolset = {
  list: () => [{ name: 'chain', description: 'Runs', inputSchema: {}, effects: 'none' }],
  call: async (_component, { input }, call) => ({
    content: JSON.stringify(await call.runWired(chain, String(input))),
  }),
}

async function viaTool({ listTools, callTool }: StepContext): Promise<string> {
  const [tool] = await listTools([component('tool')])
  return tool ? (await callTool(tool, 'x')).content : ''
}

function run(work: (context: StepContext) => Promise<unknown>, more: Partial<TestRun> = {}) {
  const vendor = createFakeVendor()
  const ports = createFakePorts({
    vendor,
    ports: {
      findDefinition: (type) =>
        createDefinition(type, {
          kind: type === 'chain' ? 'step' : 'component',
          provides: type === 'tool' ? ['toolset'] : type === 'model' ? ['chatModel'] : [],
        }),
      loadCapability: async (_type, kind) =>
        (kind === 'toolset' ? toolset : async () => createFakeModel(vendor)) as never,
      loadRun: async (type) =>
        type === 'chain'
          ? runChain
          : async (context) => ({ output: { content: JSON.stringify(await work(context)) } }),
    },
  })
  const input = { streaming: true, pastHistory: [{ role: 'user' as const, content: 'before' }] }
  const plan = buildPlan([{ id: 's', type: 's' }])
  return { vendor, ended: runToEnd({ plan, ports, input, ...more }) }
}

test('a wired step works with its own values and components, and sees and shows nothing else', async () => {
  const { vendor, ended } = run(viaTool)
  const { outcome, events, journal } = await ended
  expect(JSON.parse(JSON.parse(outcome?.text ?? '""'))).toEqual({
    content: [{ type: 'text', text: 're:x?' }],
    seen: { node: 'chain_0', values: { tone: 'kind' }, past: 0, state: {}, runHistory: [], isLast: false },
  })
  expect(vendor.calls).toEqual(['x?'])
  expect(outcome?.usage.totalTokens).toBe(15)
  expect(joinText(events)).toBe('')
  expect(new Set(journal.map(({ path }) => path))).toEqual(new Set(['s#0', 's#0/t0.0', 's#0/t0.0/m0']))
})

test('its calls are not made again when the process dies after them', async () => {
  const first = await run(viaTool).ended
  const journal = first.journal.filter(({ path, status }) => status === 'started' || path === 's#0/t0.0/m0')
  const again = run(viaTool, { journal, fence: 2 })
  expect((await again.ended).outcome?.text).toBe(first.outcome?.text)
  expect(again.vendor.calls).toEqual([])
})

test('what is no step is refused by name', async () => {
  const { outcome } = await run(({ runWired }) => runWired(component('model'), 'x')).ended
  expect(outcome?.error).toMatchObject({ code: 'missing_component' })
  expect(outcome?.error?.message).toContain('which is no chain or agent of this installation')
})
