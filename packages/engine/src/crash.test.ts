import { setImmediate as turn } from 'node:timers/promises'
import type { ExecutedNode, RunEvent, RunInput, StepRecord } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EnginePorts, RunOutcome } from './engine-ports.ts'
import { stepOrder } from './step-order.ts'
import { convertSteps, innerPlan } from './testing/convert-steps.ts'
import { createFakeVendor, type FakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildRandomPlan, flowArbitrary } from './testing/random-flow.ts'
import { foldTexts } from './testing/read-events.ts'
import { runOracle } from './testing/reference-oracle.ts'
import { runToEnd, type TestResult } from './testing/run-to-end.ts'

const RUNS = 150
const inner = { plan: innerPlan, versionId: 'v1', flowType: 'AGENTFLOW' as const, overrides: {} }

function createPorts(vendor: FakeVendor): EnginePorts {
  return createFakePorts({ vendor, flows: { inner } })
}

function createSlowVendor(seed: number): FakeVendor {
  let random = seed + 1
  return createFakeVendor({
    delay: async () => {
      random = (random * 48_271) % 2_147_483_647
      for (let turns = random % 4; turns > 0; turns -= 1) await turn()
    },
  })
}

/** How often each prompt was answered, as a committed journal tells. */
function countFinishedCalls(journal: StepRecord[]): Map<string, number> {
  const finished = journal.filter((record) => record.kind === 'model' && record.status === 'finished')
  return countWords(
    finished.map((record) => JSON.stringify(record.output).replace(/.*"text":"re:([^"]*)".*/, '$1')),
  )
}

/** Attempts of calls that one process began, also those whose record was lost with it. */
function listBegunCalls({ pieces }: TestResult): string[] {
  const records = pieces.flatMap((piece) => piece.records)
  const calls = records
    .filter((record) => record.kind !== 'step')
    .map(({ path, attempt }) => `${path} ${attempt}`)
  return [...new Set(calls)]
}

function countWords(words: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

interface LongRun {
  streaming?: boolean
  plan: RunPlan
  concurrency: number
  /** After how many pieces each process dies; undefined = none does. */
  lifetime: number | undefined
  seed: number
}

/** Runs a plan to its end: answers every question, and starts a new process after every crash. */
async function runThroughCrashes({ plan, concurrency, lifetime, seed, streaming = false }: LongRun) {
  const vendor = createSlowVendor(seed)
  let journal: StepRecord[] = []
  let humanInput: RunInput['humanInput']
  const shown: RunEvent[] = []
  const logged: RunEvent[] = []
  const segments: { before: Map<string, number>; calls: Map<string, number>; begun: string[] }[] = []
  for (let process = 0; process < 2000; process += 1) {
    const fence = process + 1
    vendor.calls.length = 0
    const before = countFinishedCalls(journal)
    const result = await runToEnd({
      plan,
      journal,
      fence,
      ports: createPorts(vendor),
      input: { concurrency, streaming, ...(humanInput && { humanInput }) },
      onPiece: (_piece, index) =>
        lifetime !== undefined && index + 1 >= lifetime + Math.floor(process / 4) ? 'cut' : undefined,
    })
    segments.push({ before, calls: countWords(vendor.calls), begun: listBegunCalls(result) })
    journal = result.journal
    shown.push(...result.events)
    logged.push(...result.logged)
    const { outcome } = result
    const [question] = outcome?.waiting.toSorted((a, b) => a.path.localeCompare(b.path)) ?? []
    if (question) humanInput = { type: 'proceed', path: question.path, attempt: question.attempt, fence }
    else if (outcome) return { outcome, segments, journal, shown, logged }
  }
  throw new Error('The run did not end.')
}

function summarize(outcome: RunOutcome) {
  const { status, text, state, executed, usage, history } = outcome
  return { status, text, state, usage, history, executed: executed.map(dropTimes) }
}

function dropTimes({ nodeId, status, data, previousNodeIds }: ExecutedNode) {
  return { nodeId, status, data, previousNodeIds }
}

describe('a run that is cut after any piece', () => {
  test('ends as the uncut one and makes no finished call again', async () => {
    const property = fc.asyncProperty(
      flowArbitrary,
      fc.record({
        seed: fc.nat(),
        lifetime: fc.integer({ min: 1, max: 4 }),
        concurrency: fc.constantFrom(1, 4),
      }),
      async (block, { seed, lifetime, concurrency }) => {
        const plan = convertSteps(buildRandomPlan(block), seed)
        const whole = await runThroughCrashes({ plan, concurrency, seed, lifetime: undefined })
        const cut = await runThroughCrashes({ plan, concurrency, seed, lifetime })
        expect(summarize(cut.outcome)).toEqual(summarize(whole.outcome))
        const listed = stepOrder(plan, cut.journal, { concurrency, sessionId: 'session' })
        expect(listed.flatMap((step) => step.executed)).toEqual(cut.outcome.executed)
        const needed = countFinishedCalls(whole.journal)
        for (const { before, calls } of cut.segments) {
          for (const [asked, times] of calls) {
            expect((before.get(asked) ?? 0) + times, asked).toBeLessThanOrEqual(needed.get(asked) ?? 0)
          }
        }
        const begun = cut.segments.flatMap((segment) => segment.begun)
        expect(begun, 'no attempt has the number of one before').toHaveLength(new Set(begun).size)
        const undisturbed = whole.journal.filter((record) => record.kind !== 'step')
        expect(undisturbed.every((record) => record.attempt === 1)).toBe(true)
      },
    )
    await fc.assert(property, { numRuns: RUNS })
  })

  test('tells readers every text once, whether they listened all the time or read the log', async () => {
    const property = fc.asyncProperty(
      flowArbitrary,
      fc.record({
        seed: fc.nat(),
        lifetime: fc.integer({ min: 1, max: 6 }),
        concurrency: fc.constantFrom(1, 4),
      }),
      async (block, { seed, lifetime, concurrency }) => {
        const plan = convertSteps(buildRandomPlan(block), seed)
        const run = { plan, concurrency, seed, streaming: true }
        const whole = await runThroughCrashes({ ...run, lifetime: undefined })
        const cut = await runThroughCrashes({ ...run, lifetime })
        const texts = foldTexts(whole.shown)
        expect(foldTexts(cut.shown)).toEqual(texts)
        expect(foldTexts(cut.logged)).toEqual(texts)
      },
    )
    await fc.assert(property, { numRuns: RUNS })
  })

  test('agrees with the oracle when people answer in between', async () => {
    const property = fc.asyncProperty(flowArbitrary, fc.nat(), async (block, seed) => {
      const plan = convertSteps(buildRandomPlan(block), seed)
      const oracle = runOracle(plan, 'reference')
      for (const concurrency of [1, 4]) {
        const { outcome } = await runThroughCrashes({ plan, concurrency, seed, lifetime: undefined })
        expect({
          order: outcome.executed.map((entry) => entry.nodeId),
          state: outcome.state,
          answer: outcome.text,
        }).toEqual(oracle)
      }
    })
    await fc.assert(property, { numRuns: RUNS })
  })
})
