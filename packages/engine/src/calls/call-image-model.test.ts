import { RunnelError } from '@runnel/contract'
import { type Capabilities, type Component, ModelError, type StepContext } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { EnginePorts } from '../engine-ports.ts'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan, createDefinition } from '../testing/plan-builder.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const painter: Component = {
  nodeId: 'painter',
  type: 'imageModel',
  label: 'Painter',
  values: { size: 'large' },
  credentials: {},
  output: 'imageModel',
  anchors: {},
}

/** How long a picture may take. */
const LIMIT_MS = 600_000

/** What was asked of the world. */
interface World {
  prompts: string[]
  kept: number[]
  opened: Parameters<EnginePorts['openVendor']>[1][]
}

interface Drawing extends Omit<Partial<TestRun>, 'ports'> {
  make?: Capabilities['imageModel']
  ports?: Partial<EnginePorts>
  work?: (context: StepContext) => Promise<unknown>
}

const drawTwice = async ({ draw }: StepContext) => [
  await draw(painter, 'a cat'),
  await draw(painter, 'a dog'),
]

/** Runs a step that draws. */
function run({ make, ports = {}, work = drawTwice, ...rest }: Drawing = {}) {
  const world: World = { prompts: [], kept: [], opened: [] }
  const plain: Capabilities['imageModel'] = async (_component, _vendor, { prompt }) => ({
    image: new Uint8Array(prompt.length),
    inputTokens: 3,
    outputTokens: 100,
  })
  const base = createFakePorts({ vendor: createFakeVendor() })
  const imageModel: Capabilities['imageModel'] = (component, vendor, request) => {
    world.prompts.push(request.prompt)
    return (make ?? plain)(component, vendor, request)
  }
  const all: EnginePorts = {
    ...base,
    loadRun: async () => async (context) => ({ output: { content: JSON.stringify(await work(context)) } }),
    findDefinition: (type) => createDefinition(type, { kind: 'component', provides: ['imageModel'] }),
    loadCapability: async () => imageModel as never,
    openVendor: async (_component, call) => {
      world.opened.push(call)
      return { fetch, sleep: async () => undefined, readFile: async () => new Uint8Array() }
    },
    files: {
      ...base.files,
      keepPicture: async ({ length }) => {
        world.kept.push(length)
        return { blob: `b${world.kept.length}`, name: `p${length}.png`, mediaType: 'image/png', size: length }
      },
    },
    ...ports,
  }
  return { world, result: runToEnd({ plan: buildPlan([{ id: 'x', type: 'x' }]), ...rest, ports: all }) }
}

describe('a picture', () => {
  test('is kept before it counts as made, and the journal has its name, not its bytes', async () => {
    const { world, result } = run()
    const { outcome, journal } = await result
    expect(outcome).toMatchObject({ status: 'finished', usage: { inputTokens: 6, outputTokens: 200 } })
    expect(JSON.parse(outcome?.text ?? '')).toMatchObject([
      { blob: 'b1', name: 'p5.png', mediaType: 'image/png', size: 5 },
      { blob: 'b2' },
    ])
    const drawn = journal.filter(({ kind, status }) => kind === 'image' && status === 'finished')
    expect(drawn.map(({ path }) => path)).toEqual(['x#0/i0', 'x#0/i1'])
    expect(drawn[0]).toMatchObject({
      repeatable: true,
      output: { picture: { blob: 'b1', name: 'p5.png', mediaType: 'image/png', size: 5 } },
      usage: { totalTokens: 103 },
    })
    expect(world.opened).toMatchObject([{ kind: 'imageModel', flowId: 'flow' }, { kind: 'imageModel' }])
    expect(world.opened[0]?.key).not.toBe(world.opened[1]?.key)
  })

  test('that is drawn is not paid for again when the process dies after it', async () => {
    const stop = new AbortController()
    const died = run({
      make: async (_component, _vendor, { prompt }) => {
        if (prompt === 'a dog') stop.abort()
        return { image: new Uint8Array(1), inputTokens: 0, outputTokens: 0 }
      },
      signal: stop.signal,
    })
    const { journal } = await died.result
    expect(died.world.prompts).toEqual(['a cat', 'a dog'])
    const { world, result } = run({ journal, fence: 2 })
    const { outcome } = await result
    expect(outcome?.status).toBe('finished')
    expect(world.prompts).toEqual(['a dog'])
    expect(JSON.parse(outcome?.text ?? '')).toMatchObject([{ blob: 'b1', size: 1 }, { size: 5 }])
  })

  test('of a vendor that tells no tokens counts none', async () => {
    const make = async () => ({ image: new Uint8Array(1), inputTokens: 0, outputTokens: 0 })
    const { journal } = await run({ make }).result
    const drawn = journal.filter(({ kind, status }) => kind === 'image' && status === 'finished')
    expect(drawn).toHaveLength(2)
    for (const record of drawn) expect(record.usage).toBeUndefined()
  })

  test('is asked for again where another try may help, and not where it cannot', async () => {
    let tries = 0
    const busy = new ModelError('Busy.', { retryable: true, vendorStatus: 429 })
    const make = async () => {
      tries += 1
      if (tries === 1) throw busy
      return { image: new Uint8Array(1), inputTokens: 0, outputTokens: 0 }
    }
    expect((await run({ make }).result).outcome?.status).toBe('finished')
    expect(tries).toBe(3)
    const refused = run({
      make: async () => {
        throw new ModelError('It draws no such thing.', { retryable: false, vendorStatus: 400 })
      },
    })
    expect((await refused.result).outcome?.error).toMatchObject({
      code: 'model_error',
      message: 'It draws no such thing.',
    })
    expect(refused.world.prompts).toEqual(['a cat'])
  })

  test('that is none by its content is paid for once, and told', async () => {
    const files = {
      ...createFakePorts({ vendor: createFakeVendor() }).files,
      keepPicture: () => Promise.reject(new RunnelError('upstream_error', 'What came is no picture.')),
    }
    const { world, result } = run({ ports: { files } })
    const { outcome } = await result
    expect(outcome?.error).toMatchObject({ code: 'upstream_error', message: 'What came is no picture.' })
    expect(world.prompts).toEqual(['a cat'])
  })

  test('that is never drawn ends in time, and stops the vendor’s call', async () => {
    let stopped: unknown
    const { result } = run({
      ports: {
        sleep: (milliseconds) =>
          milliseconds === LIMIT_MS ? Promise.resolve() : new Promise(() => undefined),
      },
      make: (_component, _vendor, { signal }) =>
        new Promise((_resolve, reject) => {
          const end = () => {
            stopped = signal.reason
            reject(signal.reason)
          }
          if (signal.aborted) end()
          else signal.addEventListener('abort', end)
        }),
    })
    expect((await result).outcome?.error).toMatchObject({ code: 'timeout' })
    expect(stopped).toMatchObject({ code: 'timeout' })
  })

  test('of a model that is none is refused with what to connect', async () => {
    const { outcome } = await run({
      ports: {
        findDefinition: (type) => createDefinition(type, { kind: 'component', provides: ['chatModel'] }),
      },
    }).result
    expect(outcome?.error).toMatchObject({ code: 'missing_component' })
  })
})
