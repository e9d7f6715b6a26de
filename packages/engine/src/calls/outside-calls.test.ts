import type { NodeEffects, StepRecord } from '@runnel/contract'
import type {
  Capabilities,
  Component,
  HttpReply,
  HttpRequest,
  RunNode,
  StepContext,
  Toolset,
} from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { EnginePorts, VectorEntry } from '../engine-ports.ts'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan, createDefinition } from '../testing/plan-builder.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'
import { packVector, unpackVector } from './packed-vectors.ts'

const component = (type: string): Component => ({
  nodeId: type,
  type,
  label: type,
  values: {},
  credentials: {},
  output: type,
  anchors: {},
})

/** Components whose type is the name of what they provide. */
type Files = { [Kind in keyof Capabilities]?: Capabilities[Kind] }

/** Runs one step with this work. */
function run(
  work: (context: StepContext) => Promise<unknown>,
  {
    files = {},
    effects = 'none',
    ports: more,
    ...rest
  }: Omit<Partial<TestRun>, 'ports'> & {
    files?: Files
    effects?: NodeEffects
    ports?: Partial<EnginePorts>
  } = {},
) {
  const node: RunNode = async (context) => ({ output: { content: JSON.stringify(await work(context)) } })
  const ports = createFakePorts({
    vendor: createFakeVendor(),
    ports: {
      loadRun: async () => node,
      findDefinition: (type) =>
        createDefinition(type, { kind: 'component', provides: [type as keyof Capabilities] }),
      loadCapability: async (_type, kind) => files[kind],
      ...more,
    },
  })
  return runToEnd({ plan: buildPlan([{ id: 'x', type: 'x', definition: { effects } }]), ports, ...rest })
}

/** A server that keeps what it was sent. */
function createServer(answer: (request: HttpRequest) => Partial<HttpReply> = () => ({})) {
  const requests: HttpRequest[] = []
  const request: EnginePorts['request'] = async (sent) => {
    requests.push(sent)
    return { status: 200, headers: {}, body: 'ok', ...answer(sent) }
  }
  return { requests, ports: { request } }
}

/** What the journal of a process holds that died in all its calls at once. */
const begunOf = ({ pieces }: Awaited<ReturnType<typeof runToEnd>>): StepRecord[] =>
  pieces.flatMap(({ records }) => records).filter(({ status }) => status === 'started')

/** A tool of these effects that sends a request. */
const sender = (effects: NodeEffects, method: string): Toolset => ({
  list: () => [{ name: 'send', description: 'Sends', inputSchema: {}, effects }],
  call: async (_component, _request, call) => {
    const { body } = await call.http({ url: 'https://api.example/x', method })
    return { content: body }
  },
})

const sendByTool = async ({ listTools, callTool }: StepContext) => {
  const [tool] = await listTools([component('toolset')])
  return tool && (await callTool(tool, {})).content
}

describe('a request that was interrupted', () => {
  const send = (request: Partial<HttpRequest>) => (context: StepContext) =>
    context.http({ url: 'https://api.example/x', ...request })
  interface Case {
    name: string
    asks: boolean
    path: string
    work: Parameters<typeof run>[0]
    effects?: NodeEffects
    files?: Files
  }
  const byStep = (name: string, asks: boolean, request: Partial<HttpRequest>): Case => ({
    name,
    asks,
    path: 'x#0/h0',
    work: send(request),
  })
  const byTool = (name: string, asks: boolean, toolset: Toolset): Case => ({
    name,
    asks,
    path: 'x#0/t0.0/h0',
    work: sendByTool,
    files: { toolset },
  })
  const cases: Case[] = [
    byStep('a GET of a step', false, {}),
    byStep('a HEAD in small letters', false, { method: 'head' }),
    byStep('a POST of a step', true, { method: 'POST' }),
    byStep('a POST that says it reads', false, { method: 'POST', effects: 'read' }),
    byStep('a GET that says it writes', true, { effects: 'write' }),
    { ...byStep('a POST of a step that reads', false, { method: 'POST' }), effects: 'read' },
    byTool('a POST of a tool that reads', false, sender('read', 'POST')),
    byTool('a POST of a tool that writes', true, sender('write', 'POST')),
    byTool('a POST of a tool that says nothing', true, sender('none', 'POST')),
    byTool('a GET of a tool that writes', false, sender('write', 'GET')),
    {
      ...byTool('a POST of a tool that reads, in a step that writes', false, sender('read', 'POST')),
      effects: 'write',
    },
  ]

  test.each(cases)(
    '$name is asked about: $asks',
    async ({ asks, path, effects = 'none', work, files = {} }) => {
      const server = createServer()
      const first = await run(work, { files, effects, ports: server.ports })
      expect(server.requests).toHaveLength(1)
      const taken = { files, effects, ports: server.ports, journal: begunOf(first), fence: 2 }
      const second = await run(work, taken)
      expect(second.outcome?.waiting.map((question) => question.path)).toEqual(asks ? [`${path}/a~1`] : [])
      expect(server.requests).toHaveLength(asks ? 1 : 2)
      if (!asks) return
      expect(JSON.stringify(second.outcome?.action)).toContain('The request to api.example')
      const settled = { ...taken, journal: second.journal, fence: 3, settledFence: 2 }
      const answers = [{ path: `${path}/a~1`, answer: { type: 'proceed' as const } }]
      const third = await run(work, { ...settled, answers })
      expect(third.outcome?.status).toBe('finished')
      expect(server.requests).toHaveLength(2)
    },
  )
})

describe('a server that is busy', () => {
  const ask = (request: Partial<HttpRequest>) => (context: StepContext) =>
    context.http({ url: 'https://api.example/x', method: 'POST', ...request })
  const busyFor = (times: number, status = 429) => {
    const waits: number[] = []
    const server = createServer(() =>
      server.requests.length <= times ? { status, headers: { 'retry-after': '7' }, body: 'busy' } : {},
    )
    // The run's own time limit is slept for too: that lasts until the run has ended.
    const sleep: EnginePorts['sleep'] = (ms, signal) =>
      ms > 60_000
        ? new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
        : Promise.resolve(void waits.push(ms))
    return { ...server, waits, ports: { ...server.ports, sleep } }
  }

  test.each([429, 503])('(%i) is asked again after the time that it names, in one record', async (status) => {
    const { requests, waits, ports } = busyFor(2, status)
    const { outcome, journal } = await run(ask({ effects: 'read', waitsWhenBusy: true }), { ports })
    expect(JSON.parse(outcome?.text ?? '')).toMatchObject({ status: 200, body: 'ok' })
    expect(requests).toHaveLength(3)
    expect(waits).toEqual([7000, 7000])
    expect(journal.filter(({ path }) => path === 'x#0/h0').map(({ status: of }) => of)).not.toContain(
      'failed',
    )
  })

  const busyWhen = { key: 'status', isOneOf: ['429'] }
  test.each([
    ['{"status":429}', 2],
    ['{"errors":true,"items":[{"index":{"status":201}},{"index":{"status":429}}]}', 2],
    ['{"errors":false,"items":[{"index":{"status":201}}]}', 1],
    ['{"text":"status 429","429":"status"}', 1],
    ['not JSON: "status":429', 1],
  ])('may say so in an answer of success, as the request tells: %s', async (body, times) => {
    const server = createServer(() => (server.requests.length <= 1 ? { body } : {}))
    const sleep = busyFor(0).ports.sleep
    const { outcome } = await run(ask({ effects: 'read', waitsWhenBusy: true, busyWhen }), {
      ports: { ...server.ports, sleep },
    })
    expect(server.requests).toHaveLength(times)
    expect(JSON.parse(outcome?.text ?? '')).toMatchObject({ body: times === 1 ? body : 'ok' })
  })

  test('gives its refusal at last', async () => {
    const { requests, ports } = busyFor(9)
    const { outcome } = await run(ask({ effects: 'read', waitsWhenBusy: true }), { ports })
    expect(JSON.parse(outcome?.text ?? '')).toMatchObject({ status: 429, body: 'busy' })
    expect(requests).toHaveLength(3)
  })

  test.each([{}, { effects: 'read' as const }, { waitsWhenBusy: true }])(
    'is not asked again where that was not said, or would do something: %j',
    async (request) => {
      const { requests, ports } = busyFor(1)
      const { outcome } = await run(ask(request), { ports })
      expect(JSON.parse(outcome?.text ?? '')).toMatchObject({ status: 429 })
      expect(requests).toHaveLength(1)
    },
  )
})

describe('a request about what a server does in its own time', () => {
  const repeatsWhile = { key: 'status', isOneOf: ['enqueued', 'processing'] }
  const ask = (context: StepContext) => context.http({ url: 'https://api.example/tasks/1', repeatsWhile })
  const taking = (times: number) => {
    const waits: number[] = []
    const server = createServer(() => ({
      body: JSON.stringify({ status: server.requests.length <= times ? 'processing' : 'succeeded' }),
    }))
    const sleep: EnginePorts['sleep'] = (ms, signal) =>
      ms > 60_000
        ? new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
        : Promise.resolve(void waits.push(ms))
    return { ...server, waits, ports: { ...server.ports, sleep } }
  }

  test('is made again until it is done, after growing pauses, in one record', async () => {
    const { requests, waits, ports } = taking(8)
    const { outcome, journal } = await run(ask, { ports })
    expect(JSON.parse(outcome?.text ?? '').body).toBe('{"status":"succeeded"}')
    expect(requests).toHaveLength(9)
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000])
    expect(journal.filter(({ path }) => path.startsWith('x#0/h')).map(({ status }) => status)).toEqual([
      'started',
      'finished',
    ])
  })

  test('gives what the server says after ten minutes', async () => {
    const { waits, ports } = taking(1_000_000)
    const { outcome } = await run(ask, { ports })
    expect(JSON.parse(outcome?.text ?? '').body).toBe('{"status":"processing"}')
    const waited = waits.reduce((sum, ms) => sum + ms, 0)
    expect(waited).toBeGreaterThanOrEqual(600_000)
    expect(waited).toBeLessThan(610_000)
  })

  test.each([
    ['another status', { status: 404, body: '{"status":"processing"}' }],
    ['no JSON', { body: 'processing' }],
    ['no object', { body: '["processing"]' }],
  ])('takes an answer with %s as it is', async (_what, answer) => {
    const { requests, ports } = createServer(() => answer)
    await run(ask, { ports })
    expect(requests).toHaveLength(1)
  })
})

describe('a request with secrets of a credential', () => {
  test('sends them, and leaves them out of every record, event and question', async () => {
    const sent: unknown[] = []
    const server = createServer(({ url, authorise }) => {
      sent.push(authorise?.apply({ key: 's3cret' }, { url, method: 'GET', headers: {}, leavesAt: 0 }))
      return {}
    })
    const work = async ({ http, ask }: StepContext) => {
      await http({
        url: 'https://api.example/x',
        method: 'POST',
        headers: { accept: 'text/plain' },
        authorise: {
          component: {
            ...component('toolset'),
            values: { hidden: 'of-the-component' },
            credentials: { credential: 'c1' },
          },
          apply: ({ key = '' }) => ({ headers: { authorization: key }, query: { key } }),
        },
      })
      return ask({ action: {} })
    }
    const { journal, events, outcome, pieces } = await run(work, { ports: server.ports })
    expect(sent).toEqual([{ headers: { authorization: 's3cret' }, query: { key: 's3cret' } }])
    expect(journal.find(({ path, status }) => path === 'x#0/h0' && status === 'finished')).toBeDefined()
    for (const kept of [journal, events, outcome, pieces]) {
      expect(JSON.stringify(kept)).not.toContain('s3cret')
      expect(JSON.stringify(kept)).not.toContain('of-the-component')
    }
  })

  test('is made once: a resumed run has its reply, whatever headers it would send by now', async () => {
    const server = createServer(() => ({ status: 201, headers: { etag: 'a' }, body: 'AAE=', isBase64: true }))
    const work = async ({ http, ask }: StepContext) => {
      const reply = await http({ url: 'https://api.example/x', method: 'PUT', body: 'b' })
      await ask({ action: {} })
      return reply
    }
    const first = await run(work, { ports: server.ports })
    const answers = [{ path: 'x#0/a0', answer: { type: 'proceed' as const } }]
    const settled = { journal: first.journal, fence: 2, settledFence: 1, answers }
    const { outcome } = await run(work, { ports: server.ports, ...settled })
    expect(JSON.parse(outcome?.text ?? '')).toEqual({
      status: 201,
      headers: { etag: 'a' },
      body: 'AAE=',
      isBase64: true,
    })
    expect(server.requests).toHaveLength(1)
  })
})

const VECTORS: Record<string, number[]> = { one: [0.5, -1.25], two: [3, 0.1], query: [1, 1] }

/** Vendors and a store in memory that count their calls. */
function createLibrary() {
  const calls: string[] = []
  const entries: VectorEntry[] = []
  const files: Files = {
    embedder: async () => ({
      space: { model: 'fake' },
      identity: { modelName: 'fake', isHome: true },
      maxTexts: 2,
      embed: async (texts) => {
        calls.push(`embed ${texts.join(' ')}`)
        return { vectors: texts.map((text) => VECTORS[text] ?? [0, 0]), inputTokens: texts.length }
      },
    }),
    reranker: async (_component, _vendor, { texts }) => {
      calls.push(`rerank ${texts.join(' ')}`)
      return texts.map((_text, index) => ({ index: texts.length - 1 - index, score: 1 / (index + 1) }))
    },
    retriever: async (_component, { query }, call) => {
      const [vector] = await call.embed(component('embedder'), [query])
      const { body } = await call.http({ url: `https://search.example/${query}`, method: 'POST' })
      return [{ pageContent: body, metadata: { length: vector?.length ?? 0 }, score: 0.5 }]
    },
  }
  const vectors: EnginePorts['vectors'] = {
    findKnown: async () => [],
    countSource: async () => 0,
    hasSource: async (_key, source) => {
      calls.push(`has ${source}`)
      return false
    },
    checkRoom: async () => undefined,
    beginSource: async (_key, { source, space, dimensions }) => {
      calls.push(`begin ${source} ${JSON.stringify(space)} ${dimensions}`)
      return source
    },
    addEntries: async (_buildingId, from, added) => {
      calls.push(`add ${from} ${added.map(({ text }) => text).join(' ')}`)
      entries.push(...added)
    },
    finishSource: async (buildingId) => void calls.push(`finish ${buildingId}`),
    keepOnly: async (key, source) => {
      calls.push(`keep ${key} ${source}`)
      return 2
    },
    search: async (_keys, { vector, limit }) => {
      calls.push(`search ${vector.join(' ')}`)
      return entries.slice(0, limit).map(({ text, metadata }) => ({ text, metadata, score: 1 }))
    },
  }
  const server = createServer()
  return { calls, entries, files, ports: { vectors, ...server.ports }, requests: server.requests }
}

describe('calls of vendors and the store', () => {
  const embedder = component('embedder')
  const work = async ({ embed, rerank, retrieve, vectors, ask }: StepContext) => {
    const embedded = await embed(embedder, ['one', 'two', 'query'])
    const ranked = await rerank(component('reranker'), { query: 'q', texts: ['a', 'b'], limit: 2 })
    const retrieved = await retrieve(component('retriever'), { query: 'query', limit: 3 })
    const known = await vectors.hasSource('k', 's')
    const documents = ['one', 'two', 'one'].map((pageContent) => ({ pageContent, metadata: {} }))
    const taken = await vectors.add('k', { source: 's', documents, embedder })
    const found = await vectors.search(['k'], { query: 'query', limit: 1, embedder })
    await ask({ action: {} })
    return { embedded, ranked, retrieved, known, taken, found }
  }
  const answers = [{ path: 'x#0/a0', answer: { type: 'proceed' as const } }]

  test('a source that takes the place of others tells how much went with them', async () => {
    const library = createLibrary()
    const { files, ports, calls } = library
    const documents = [{ pageContent: 'one', metadata: {} }]
    const replace = async ({ vectors }: StepContext) => ({
      taken: await vectors.add('k', { source: 's', documents, embedder, replaces: true }),
    })
    const { outcome } = await run(replace, { files, ports })
    expect(calls.at(-1)).toBe('keep k s')
    expect(JSON.stringify(outcome)).toContain('"deleted":2')
  })

  test('are made once, in any number of texts at a time, and answered from the journal afterwards', async () => {
    const library = createLibrary()
    const { files, ports, calls } = library
    const first = await run(work, { files, ports })
    expect(first.outcome?.waiting.map(({ path }) => path)).toEqual(['x#0/a0'])
    expect(calls).toEqual([
      'embed one two',
      'embed query',
      'rerank a b',
      'embed query',
      'has s',
      'has s',
      'embed one two',
      'begin s {"model":"fake"} 2',
      'add 0 one two',
      'finish s',
      'embed query',
      'search 1 1',
    ])
    calls.length = 0
    const settled = { journal: first.journal, fence: 2, settledFence: 1, answers }
    const { outcome } = await run(work, { files, ports, ...settled })
    expect(calls).toEqual([])
    expect(library.requests).toHaveLength(1)
    const result = JSON.parse(outcome?.text ?? '')
    expect(result).toMatchObject({
      ranked: [
        { index: 1, score: 1 },
        { index: 0, score: 0.5 },
      ],
      retrieved: [{ pageContent: 'ok', metadata: { length: 2 }, score: 0.5 }],
      known: false,
      taken: { added: 2, known: 0 },
      found: [{ pageContent: 'one', metadata: {}, score: 1 }],
    })
    expect(result.embedded).toEqual([VECTORS.one, [3, Math.fround(0.1)], VECTORS.query])
    expect(outcome?.usage).toMatchObject({ inputTokens: 7, outputTokens: 0, totalTokens: 7 })
    expect(first.outcome?.usage).toEqual(outcome?.usage)
  })

  test('cost what their tokens cost: each by itself, in its step, and once more after a take-over', async () => {
    const { files, ports } = createLibrary()
    const asked: unknown[] = []
    const priced = {
      ...ports,
      findPrice: (type: string, identity: object) => {
        asked.push([type, identity])
        return { input: 2, output: 0 }
      },
    }
    const first = await run(work, { files, ports: priced })
    expect(new Set(asked.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(['embedder', { modelName: 'fake', isHome: true }])]),
    )
    const costs = first.journal.flatMap(({ kind, usage }) =>
      kind !== 'step' && usage?.inputCost !== undefined ? [usage.inputCost * 1_000_000] : [],
    )
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(14, 8)
    expect(first.outcome?.usage.inputCost).toBeCloseTo(0.000_014, 12)
    const settled = { journal: first.journal, fence: 2, settledFence: 1, answers }
    const again = await run(work, { files, ports: { ...ports, findPrice: () => undefined }, ...settled })
    expect(again.outcome?.usage).toEqual(first.outcome?.usage)
  })

  test('are on the budget of tokens, before and after a take-over, whatever the node makes of it', async () => {
    const { files, ports } = createLibrary()
    const swallowing = async (context: StepContext) => {
      await context.embed(embedder, ['one']).catch(() => undefined)
      return context.ask({ action: {} })
    }
    const budgets = { maxTokens: 0 }
    const passed = await run(swallowing, { files, ports, budgets })
    expect(passed.outcome?.error?.code).toBe('budget_exceeded')
    const enough = await run(swallowing, { files, ports, budgets: { maxTokens: 1 } })
    expect(enough.outcome).toMatchObject({ status: 'waiting', usage: { totalTokens: 1 } })
    const taken = { journal: enough.journal, fence: 2, settledFence: 1, answers }
    const later = await run(swallowing, { files, ports, budgets, ...taken })
    expect(later.outcome?.error?.code).toBe('budget_exceeded')
  })

  test('keep vectors packed, a quarter of their length as JSON, and those of the store not at all', async () => {
    const { files, ports } = createLibrary()
    const { journal } = await run(work, { files, ports })
    const embedded = journal.findLast(({ path }) => path === 'x#0/e0')
    expect(embedded?.output).toEqual({
      vectors: ['AAAAPwAAoL8=', 'AABAQM3MzD0=', 'AACAPwAAgD8='],
      inputTokens: 3,
    })
    expect(journal.findLast(({ path }) => path === 'x#0/v1')?.output).toEqual({
      added: 2,
      known: 0,
      inputTokens: 2,
    })
    const long = Array.from({ length: 768 }, (_, index) => Math.fround(Math.sin(index)))
    expect(unpackVector(packVector(long))).toEqual(long)
    expect(packVector(long).length).toBeLessThan(JSON.stringify(long).length / 3)
  })

  test('inside a retriever are at its place, and only read: after an interruption they are made again', async () => {
    const { files, ports, requests } = createLibrary()
    const first = await run(work, { files, ports })
    const inside = first.journal.filter(({ path }) => path.startsWith('x#0/r0/'))
    expect(new Set(inside.map(({ path, kind }) => `${path} ${kind}`))).toEqual(
      new Set(['x#0/r0/e0 embedding', 'x#0/r0/h0 http']),
    )
    const begun = begunOf(first).filter(({ kind }) => kind !== 'question')
    const again = await run(work, { files, ports, journal: begun, fence: 2 })
    expect(again.outcome?.waiting.map(({ path }) => path)).toEqual(['x#0/a0'])
    expect(requests).toHaveLength(2)
  })
})

describe('a listing of tools', () => {
  test('that fetched something is the same at a resume, whatever the server says by now', async () => {
    let offered = 'alpha,beta'
    const server = createServer(({ url }) => ({ body: url.endsWith('/list') ? offered : `did ${url}` }))
    const toolset: Toolset = {
      list: async (_component, call) => {
        const { body } = await call.http({ url: 'https://tools.example/list' })
        return body
          .split(',')
          .map((name) => ({ name, description: name, inputSchema: {}, effects: 'read' as const }))
      },
      call: async (_component, { tool }, call) => {
        const { body } = await call.http({ url: `https://tools.example/${tool}`, method: 'POST' })
        return { content: body }
      },
    }
    const work = async ({ listTools, callTool, ask }: StepContext) => {
      const tools = await listTools([component('toolset'), component('toolset')])
      await ask({ action: {} })
      const said: string[] = []
      for (const tool of tools) said.push((await callTool(tool, {})).content)
      return said
    }
    const files = { toolset }
    const first = await run(work, { files, ports: server.ports })
    expect(server.requests.map(({ url }) => url)).toEqual(Array(2).fill('https://tools.example/list'))
    expect(new Set(first.journal.filter(({ kind }) => kind === 'http').map(({ path }) => path))).toEqual(
      new Set(['x#0/l0/h0', 'x#0/l1/h0']),
    )
    offered = 'gamma'
    server.requests.length = 0
    const answers = [{ path: 'x#0/a0', answer: { type: 'proceed' as const } }]
    const settled = { journal: first.journal, fence: 2, settledFence: 1, answers }
    const { outcome } = await run(work, { files, ports: server.ports, ...settled })
    const did = ['alpha', 'beta', 'alpha', 'beta'].map((name) => `did https://tools.example/${name}`)
    expect(JSON.parse(outcome?.text ?? '')).toEqual(did)
    expect(server.requests.map(({ url }) => url)).not.toContain('https://tools.example/list')
  })
})
