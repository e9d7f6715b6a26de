import { setImmediate as turn } from 'node:timers/promises'
import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EnginePorts } from './engine-ports.ts'
import { convertSteps, innerPlan } from './testing/convert-steps.ts'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildRandomPlan, flowArbitrary, graphArbitrary, smallFlowArbitrary } from './testing/random-flow.ts'
import { runOracle } from './testing/reference-oracle.ts'
import { runToEnd } from './testing/run-to-end.ts'
import { runWithPeople } from './testing/run-with-people.ts'
import { syntheticNodes } from './testing/synthetic-nodes.ts'

/** Ports whose steps take a random number of turns, so that parallel steps finish in any order. */
function createSlowPorts(seed: number): EnginePorts {
  let random = seed + 1
  const delay = async () => {
    random = (random * 48_271) % 2_147_483_647
    for (let turns = random % 4; turns > 0; turns -= 1) await turn()
  }
  const vendor = createFakeVendor({ delay })
  const loadRun: EnginePorts['loadRun'] = async (type) => {
    await delay()
    return syntheticNodes[type]
  }
  return createFakePorts({ vendor, ports: { loadRun } })
}

async function runPlan(plan: Parameters<typeof runOracle>[0], concurrency: number, seed: number) {
  const { outcome } = await runToEnd({ plan, ports: createSlowPorts(seed), input: { concurrency } })
  return {
    status: outcome?.status,
    order: outcome?.executed.map((entry) => entry.nodeId),
    state: outcome?.state,
    answer: outcome?.text,
  }
}

describe('the engine agrees with the queue of the reference', () => {
  test('on flows with joins, choices, loops and iterations, one step at a time', async () => {
    const property = fc.asyncProperty(flowArbitrary, fc.nat(), async (block, seed) => {
      const plan = buildRandomPlan(block)
      expect(await runPlan(plan, 1, seed)).toEqual({ status: 'finished', ...runOracle(plan, 'reference') })
    })
    await fc.assert(property, campaign(400, 200_000))
  })

  test('on the same flows with steps in parallel, whatever finishes first', async () => {
    const property = fc.asyncProperty(flowArbitrary, fc.nat(), async (block, seed) => {
      const plan = buildRandomPlan(block)
      expect(await runPlan(plan, 4, seed)).toEqual({ status: 'finished', ...runOracle(plan, 'reference') })
    })
    await fc.assert(property, campaign(400, 200_000))
  })

  test('on small flows whose steps ask people, run flows and call tools that do both', async () => {
    const flows = {
      inner: { plan: innerPlan, versionId: 'v1', flowType: 'AGENTFLOW' as const, overrides: {} },
    }
    const property = fc.asyncProperty(smallFlowArbitrary, fc.nat(), async (block, seed) => {
      const plan = convertSteps(buildRandomPlan(block), seed)
      const ports = createFakePorts({ vendor: createFakeVendor(), flows })
      const outcome = await runWithPeople(plan, { ports, input: { concurrency: seed % 2 === 0 ? 1 : 4 } })
      expect({
        order: outcome.executed.map((entry) => entry.nodeId),
        state: outcome.state,
        answer: outcome.text,
      }).toEqual(runOracle(plan, 'reference'))
    })
    await fc.assert(property, campaign(2_000, 200_000))
  })

  test('on any graph without loops, where every edge is decided before a step is ready', async () => {
    const property = fc.asyncProperty(graphArbitrary, fc.nat(), async (plan, seed) => {
      const oracle = { status: 'finished', ...runOracle(plan, 'decided') }
      expect(await runPlan(plan, 1, seed)).toEqual(oracle)
      expect(await runPlan(plan, 4, seed)).toEqual(oracle)
    })
    await fc.assert(property, campaign(400, 200_000))
  })
})
