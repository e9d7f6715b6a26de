import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Capability, RunnelError } from '@runnel/contract'
import type { Capabilities } from '@runnel/node-kit'
import type { EnginePorts, PlannedFlow, VectorPort } from '../engine-ports.ts'
import { createFakeModel, type FakeVendor } from './fake-model.ts'
import { createDefinition } from './plan-builder.ts'
import { syntheticNodes, syntheticToolset } from './synthetic-nodes.ts'

const START = Date.UTC(2026, 0, 2, 12)

const fakeDefinitions = [
  createDefinition('fakeModel', { kind: 'component', provides: ['chatModel'] }),
  createDefinition('fakeTool', { kind: 'component', provides: ['toolset'] }),
]

/** The capabilities of the fake components. */
async function loadFake<Kind extends Capability>(
  vendor: FakeVendor,
  type: string,
  kind: Kind,
): Promise<Capabilities[Kind] | undefined> {
  const known: { [Key in Capability]?: Capabilities[Key] } = {
    ...(type === 'fakeModel' && { chatModel: async () => createFakeModel(vendor) }),
    ...(type === 'fakeTool' && { toolset: syntheticToolset }),
  }
  return known[kind]
}

function createFakeVectors(): VectorPort {
  return {
    hasSource: async () => false,
    countSource: async () => 0,
    keepOnly: async () => 0,
    findKnown: async () => [],
    checkRoom: async () => undefined,
    beginSource: async () => 'building',
    addEntries: async () => undefined,
    finishSource: async () => undefined,
    search: async () => [],
  }
}

/** What tests change of the ports. */
export interface FakePortOptions {
  vendor: FakeVendor
  /** Flows that sub-flows may run. */
  flows?: Record<string, Omit<PlannedFlow, 'conversation'>>
  ports?: Partial<EnginePorts>
}

/** No file is there, and what is kept is nowhere. */
const NO_FILES: EnginePorts['files'] = {
  read: () => Promise.reject(new RunnelError('not_found', 'There is no file.')),
  stat: () => Promise.reject(new RunnelError('not_found', 'There is no file.')),
  readText: () => Promise.reject(new RunnelError('not_found', 'There is no file.')),
  readPictures: () => Promise.reject(new RunnelError('not_found', 'There is no file.')),
  write: async ({ name }) => ({ blob: name }),
  keep: async ({ name }) => ({ blob: name }),
  keepPicture: async ({ length }) => ({
    blob: 'b1',
    name: 'p.png',
    mediaType: 'image/png',
    size: length,
  }),
  listKept: async () => [],
  listFolder: async () => [],
  takeFromFolder: () => Promise.reject(new RunnelError('invalid_input', 'There is no folder.')),
}

/** Ports with the synthetic nodes and a fake vendor; each look at the clock is a millisecond later, retries wait not at all. */
export function createFakePorts({ vendor, flows = {}, ports = {} }: FakePortOptions): EnginePorts {
  let time = START
  return {
    workspaceId: 'workspace',
    loadRun: async (type) => (Object.hasOwn(syntheticNodes, type) ? syntheticNodes[type] : undefined),
    loadCapability: (type, kind) => loadFake(vendor, type, kind),
    findDefinition: (type) => fakeDefinitions.find(({ name }) => name === type),
    openVendor: async () => ({
      fetch: () => Promise.reject(new Error('No network here.')),
      sleep: async () => undefined,
      readFile: async () => new Uint8Array(),
    }),
    findPrice: () => undefined,
    presentFault: (_component, error) => error,
    request: async ({ url }, _flowId, signal) => {
      signal.throwIfAborted()
      vendor.effects.push(`start ${url}`)
      await vendor.delay(url, signal)
      vendor.effects.push(`end ${url}`)
      return { status: 200, headers: {}, body: `got:${url}` }
    },
    files: NO_FILES,
    toolServers: {
      list: () => Promise.reject(new RunnelError('not_found', 'There is no server of tools.')),
      call: () => Promise.reject(new RunnelError('not_found', 'There is no server of tools.')),
    },
    findCustomTool: async () => undefined,
    documentStores: { find: async () => undefined, readChunks: async () => [] },
    dataServers: {
      ask: () => Promise.reject(new RunnelError('not_found', 'There is no data server.')),
    },
    browser: {
      readPage: () => Promise.reject(new RunnelError('unavailable', 'There is no browser.')),
    },
    vectors: createFakeVectors(),
    replies: { find: () => undefined, keep: () => undefined },
    runCode: async ({ code, signal }) => {
      signal.throwIfAborted()
      vendor.effects.push(`start ${code}`)
      await vendor.delay(code, signal)
      signal.throwIfAborted()
      vendor.effects.push(`end ${code}`)
      return `ran:${code}`
    },
    planFlow: async ({ flowId, conversation }) => {
      const flow = flows[flowId]
      if (!flow) throw new RunnelError('not_found', `There is no flow "${flowId}".`)
      const { chatId = 'new-chat', sessionId = chatId } = conversation
      return { ...flow, conversation: { chatId, sessionId, seenAt: 0, pastHistory: [] } }
    },
    now: () => {
      time += 1
      return time
    },
    newId: () => randomUUID(),
    hash: (text) => createHash('sha1').update(text).digest('hex'),
    sleep: (milliseconds, signal) => wait(milliseconds > 60_000 ? milliseconds : 0, undefined, { signal }),
    ...ports,
  }
}
