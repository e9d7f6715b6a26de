import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { RunnelError } from '@runnel/contract'
import type { EnginePorts, PlannedFlow } from '../engine-ports.ts'
import { createFakeModel, type FakeVendor } from './fake-model.ts'
import { syntheticNodes } from './synthetic-nodes.ts'

const START = Date.UTC(2026, 0, 2, 12)

/** What tests change of the ports. */
export interface FakePortOptions {
  vendor: FakeVendor
  /** Flows that sub-flows may run. */
  flows?: Record<string, PlannedFlow>
  ports?: Partial<EnginePorts>
}

/** Ports with the synthetic nodes and a fake vendor; each look at the clock is a millisecond later, retries wait not at all. */
export function createFakePorts({ vendor, flows = {}, ports = {} }: FakePortOptions): EnginePorts {
  let time = START
  return {
    loadRun: async (type) => (Object.hasOwn(syntheticNodes, type) ? syntheticNodes[type] : undefined),
    loadBuild: async () => undefined,
    findDefinition: () => undefined,
    openModel: async () => createFakeModel(vendor),
    runCode: async ({ code, signal }) => {
      signal.throwIfAborted()
      vendor.effects.push(`start ${code}`)
      await vendor.delay(code, signal)
      signal.throwIfAborted()
      vendor.effects.push(`end ${code}`)
      return `ran:${code}`
    },
    planFlow: async ({ flowId }) => {
      const flow = flows[flowId]
      if (!flow) throw new RunnelError('not_found', `There is no flow "${flowId}".`)
      return flow
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
