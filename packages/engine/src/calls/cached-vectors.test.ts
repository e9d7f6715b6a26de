import { type Capability, type JsonValue, RunnelError } from '@runnel/contract'
import type { PlanInput } from '@runnel/graph'
import type { EmbeddingCache, OpenEmbedder, StepContext } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { EnginePorts } from '../engine-ports.ts'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan, createDefinition } from '../testing/plan-builder.ts'
import { runToEnd } from '../testing/run-to-end.ts'

const PROVIDES: Record<string, Capability[]> = { embeddings: ['embedder'], cache: ['embeddingCache'] }

interface Wiring {
  cacheValues?: Record<string, JsonValue>
  embedderValues?: Record<string, JsonValue>
  workspaceId?: string
  /** Nothing is wired to the cache. */
  isLoose?: boolean
  cache?: Partial<EmbeddingCache>
}

function wired(type: string, values: Record<string, JsonValue>, anchors: Record<string, PlanInput[]> = {}) {
  const definition = createDefinition(type, {
    kind: 'component',
    provides: PROVIDES[type] ?? [],
    inputs: Object.keys(values).map((name) => ({ name, label: name, type: 'string' as const })),
  })
  const node = { id: type, type, label: type, position: { x: 0, y: 0 }, values }
  return { kind: 'component' as const, component: { node, definition, output: type, anchors } }
}

/** A cache and a vendor that outlive runs. */
function openWorld() {
  const kept = new Map<string, string>()
  const embedded: string[] = []
  const open: OpenEmbedder = async () => ({
    space: { model: 'fake' },
    maxTexts: 2,
    embed: async (texts) => {
      embedded.push(...texts)
      return { vectors: texts.map((text) => [text.length, 0.5]), inputTokens: texts.length }
    },
  })
  const store: EmbeddingCache = {
    find: async (_component, keys) => keys.map((key) => kept.get(key)),
    keep: async (_component, entries) => {
      for (const { key, vector } of entries) kept.set(key, vector)
    },
  }
  const run = (
    work: (context: StepContext) => Promise<unknown>,
    { cacheValues = {}, embedderValues = {}, workspaceId = 'a', isLoose, cache }: Wiring = {},
  ) => {
    const embeddings = isLoose ? {} : { embeddings: [wired('embeddings', embedderValues)] }
    const ports = createFakePorts({
      vendor: createFakeVendor(),
      ports: {
        workspaceId,
        findDefinition: (type) =>
          createDefinition(type, { kind: 'component', provides: PROVIDES[type] ?? [] }),
        loadCapability: (async (_type: string, kind: Capability) =>
          kind === 'embedder' ? open : { ...store, ...cache }) as EnginePorts['loadCapability'],
        loadRun: async () => async (context) => ({
          output: { content: JSON.stringify(await work(context)) },
        }),
      },
    })
    const anchors = { embeddings: [wired('cache', cacheValues, embeddings)] }
    return runToEnd({ plan: buildPlan([{ id: 'x', type: 'x', anchors }]), ports })
  }
  return { kept, embedded, run }
}

const embed =
  (...texts: string[]) =>
  async (context: StepContext) => {
    const [embedder] = context.components('embeddings')
    return embedder && context.embed(embedder, texts)
  }

describe('embeddings with a cache before them', () => {
  test('are asked for what nobody asked before, once each, and cost nothing for the rest', async () => {
    const { run, embedded } = openWorld()
    const first = await run(embed('one', 'three', 'one'))
    expect(JSON.parse(first.outcome?.text ?? '')).toEqual([
      [3, 0.5],
      [5, 0.5],
      [3, 0.5],
    ])
    const second = await run(embed('three', 'fourth', 'one'))
    expect(JSON.parse(second.outcome?.text ?? '')).toEqual([
      [5, 0.5],
      [6, 0.5],
      [3, 0.5],
    ])
    expect(embedded).toEqual(['one', 'three', 'fourth'])
    expect(second.outcome?.usage.inputTokens).toBe(1)
  })

  test.each<[string, Wiring]>([
    ['another setting of the model', { embedderValues: { modelName: 'large' } }],
    ['another namespace', { cacheValues: { namespace: 'b' } }],
    ['another workspace', { workspaceId: 'b' }],
  ])('are asked anew for %s', async (_name, wiring) => {
    const { run, embedded } = openWorld()
    await run(embed('one'))
    await run(embed('one'), wiring)
    expect(embedded).toEqual(['one', 'one'])
  })

  test.each(['AAAA', 'no base64!', '', 'AADAfw=='])('are asked anew where %j is kept', async (nonsense) => {
    const { run, embedded, kept } = openWorld()
    await run(embed('one'))
    for (const key of kept.keys()) kept.set(key, nonsense)
    await run(embed('one'))
    expect(embedded).toEqual(['one', 'one'])
  })

  test('go on without it while it is away', async () => {
    const { run, embedded } = openWorld()
    const away = () => Promise.reject(new RunnelError('upstream_error', 'The Redis does not answer.'))
    const { outcome } = await run(embed('one'), { cache: { find: away, keep: away } })
    expect(outcome).toMatchObject({ status: 'finished', text: '[[3,0.5]]' })
    expect(embedded).toEqual(['one'])
  })

  test('say what its author has to mend', async () => {
    const { run } = openWorld()
    const lost = () => Promise.reject(new RunnelError('missing_credential', 'No Redis is chosen.'))
    const { outcome } = await run(embed('one'), { cache: { find: lost } })
    expect(outcome?.error).toMatchObject({ code: 'missing_credential' })
    const loose = await run(embed('one'), { isLoose: true })
    expect(loose.outcome?.error?.message).toMatch(/no embeddings/)
  })

  test('are what whoever uses them sees: a collection made with them is the same without the cache', async () => {
    const { run } = openWorld()
    const { outcome } = await run(async (context) => context.components('embeddings').map(({ type }) => type))
    expect(JSON.parse(outcome?.text ?? '')).toEqual(['embeddings'])
  })
})
