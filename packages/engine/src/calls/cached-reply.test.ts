import type { JsonObject, JsonValue, ModelMessage } from '@runnel/contract'
import type { Component, ModelReply, ReplyCache } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { EnginePorts } from '../engine-ports.ts'
import { createFakeModel, createFakeVendor, type FakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan, createDefinition } from '../testing/plan-builder.ts'
import { joinText } from '../testing/read-events.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const component = (type: string, changes: Partial<Component> = {}): Component => ({
  nodeId: type,
  type,
  label: type,
  values: {},
  credentials: {},
  output: type,
  anchors: {},
  ...changes,
})

const memo = component('memo')
const cachedModel = (values: JsonObject = {}) =>
  component('model', { values, anchors: { memory: [component('other')], 'any name': [memo] } })

/** A cache as its node would have it: what it keeps, it keeps with the process. */
const replyCache: ReplyCache = {
  find: async (_component, key, { replies }) => replies.find(key),
  keep: async (_component, { key, reply }, { replies }) => replies.keep(key, reply),
}

function openWorld() {
  const kept = new Map<string, JsonValue>()
  const vendor = createFakeVendor()
  const replies: EnginePorts['replies'] = {
    find: (flowId, key) => kept.get(`${flowId} ${key}`),
    keep: (flowId, key, reply) => void kept.set(`${flowId} ${key}`, reply),
  }
  return { kept, vendor, replies }
}
type World = ReturnType<typeof openWorld>

interface Asking {
  model?: Component
  content?: ModelMessage['content']
  /** What the vendor's reply is changed to. */
  reply?: Partial<ModelReply>
}

/** Asks once, in a run of its own. */
function ask(
  { vendor, replies }: World,
  { model = cachedModel(), content = 'x', reply }: Asking = {},
  more: Partial<TestRun> = {},
) {
  const provided = { model: 'chatModel', memo: 'cache' } as const
  const ports = createFakePorts({
    vendor,
    ports: {
      replies,
      findDefinition: (type) => {
        const provides = Object.hasOwn(provided, type) ? [provided[type as keyof typeof provided]] : []
        return createDefinition(type, { kind: 'component', provides })
      },
      loadCapability: async (_type, kind) => {
        if (kind === 'cache') return replyCache as never
        return (async () => changeReplies(vendor, reply)) as never
      },
      loadRun: async () => async (context) => {
        const messages = [{ role: 'user', content } as ModelMessage]
        const { parts } = await context.model(model, { messages }, { show: true })
        return { output: { content: parts as unknown as JsonValue } }
      },
    },
  })
  return runToEnd({ plan: buildPlan([{ id: 'x', type: 'x' }]), ports, ...more })
}

function changeReplies(vendor: FakeVendor, changes: Partial<ModelReply> = {}) {
  const model = createFakeModel(vendor)
  return {
    ...model,
    generate: async (...given: Parameters<typeof model.generate>) => ({
      ...(await model.generate(...given)),
      ...changes,
    }),
  }
}

describe('a model with a cache', () => {
  test('is asked once for the same, and the kept reply uses no tokens and says where it is from', async () => {
    const world = openWorld()
    const first = await ask(world)
    const second = await ask(world)
    expect(world.vendor.calls).toEqual(['x'])
    expect(first.outcome?.usage.totalTokens).toBe(15)
    expect(second.outcome?.usage.totalTokens).toBe(0)
    expect(second.outcome?.text).toBe(first.outcome?.text)
    expect(
      second.journal.find(({ path, status }) => path === 'x#0/m0' && status === 'finished'),
    ).toMatchObject({
      output: { parts: [{ type: 'text', text: 're:x' }], metadata: { fromCache: true } },
    })
  })

  test.each<[string, Asking, Partial<TestRun>]>([
    ['other words', { content: 'y' }, {}],
    ['another setting', { model: cachedModel({ temperature: 1 }) }, {}],
    ['another key', { model: { ...cachedModel(), credentials: { credential: 'b' } } }, {}],
    ['another flow', {}, { input: { flowId: 'other' } }],
  ])('is asked anew for %s', async (_name, asking, more) => {
    const world = openWorld()
    await ask(world)
    await ask(world, asking, more)
    expect(world.vendor.calls).toHaveLength(2)
  })

  test.each(['length', 'content-filter', 'error', 'other'] as const)(
    'keeps no reply that ended by %s',
    async (finishReason) => {
      const world = openWorld()
      await ask(world, { reply: { finishReason } })
      await ask(world)
      expect(world.vendor.calls).toHaveLength(2)
    },
  )

  test('keeps no failure', async () => {
    const world = openWorld()
    world.vendor.failures.set('x', [new Error('away')])
    expect((await ask(world)).outcome?.status).toBe('error')
    expect((await ask(world)).outcome?.status).toBe('finished')
    expect(world.vendor.calls).toHaveLength(2)
  })

  test.each([
    [{ url: 'https://a.example/b.png' }, 2],
    [{ stored: 'b.png' }, 2],
    [{ blob: 'b' }, 1],
  ])('is asked anew about what may change at its place: %j', async (source, calls) => {
    const world = openWorld()
    const content = [{ type: 'file' as const, mediaType: 'image/png', source }]
    await ask(world, { content })
    await ask(world, { content })
    expect(world.vendor.calls).toHaveLength(calls)
  })

  test('shows a kept reply to the readers of a stream, as those of the first did see it', async () => {
    const world = openWorld()
    const streaming = { input: { streaming: true } }
    const first = await ask(world, {}, streaming)
    const second = await ask(world, {}, streaming)
    expect([joinText(first.events), joinText(second.events)]).toEqual(['re:x', 're:x'])
    expect(world.vendor.calls).toHaveLength(1)
    const quiet = await ask(world)
    expect(joinText(quiet.events)).toBe('')
  })

  test('takes the answer of a resumed run from its journal, whatever the cache holds by then', async () => {
    const world = openWorld()
    const { journal } = await ask(world)
    world.kept.clear()
    const unfinished = journal.filter(({ path }) => path !== 'x#0')
    const again = await ask(world, {}, { journal: unfinished, fence: 2 })
    expect(again.outcome?.status).toBe('finished')
    expect(world.vendor.calls).toEqual(['x'])
    expect(world.kept.size).toBe(0)
  })

  test('without one is asked each time, and nothing is kept', async () => {
    const world = openWorld()
    await ask(world, { model: component('model') })
    await ask(world, { model: component('model') })
    expect([world.vendor.calls.length, world.kept.size]).toEqual([2, 0])
  })
})
