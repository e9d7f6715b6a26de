import { setImmediate as turn } from 'node:timers/promises'
import type { AnsweredQuestion, ExecutedNode, Question, RunEvent, StepRecord } from '@runnel/contract'
import { campaign, campaignTimeout } from '@runnel/contract/testing'
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

const TIMEOUT_MS = campaignTimeout(180_000)
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

/** How often each prompt was answered and each piece of code ran, as a committed journal tells. */
function countFinishedCalls(journal: StepRecord[]): Map<string, number> {
  const finished = journal.filter((record) => record.status === 'finished')
  return countWords(finished.flatMap(({ kind, output }) => tellCall(kind, output)))
}

function tellCall(kind: StepRecord['kind'], output: StepRecord['output']): string[] {
  if (kind === 'code') return [String(output).replace('ran:', 'code ')]
  return kind === 'model' ? [JSON.stringify(output).replace(/.*"text":"re:([^"]*)".*/, '$1')] : []
}

/** What a process asked of the world. */
function listCalls({ calls, effects }: FakeVendor): string[] {
  const started = effects.filter((effect) => effect.startsWith('start '))
  return [...calls, ...started.map((effect) => effect.replace('start ', 'code '))]
}

/** A record of a call with work of its own: questions and facts that calls are given have one place each. */
function isCall({ kind, path }: StepRecord): boolean {
  const isFact = kind === 'question' || kind === 'items' || path.endsWith('/version')
  return kind !== 'step' && !isFact
}

/**
 * Picks which open questions are answered next, one or several at once. What people answer first decides what later
 * steps see, so that the choice depends on the questions alone; those about interrupted calls are answered before.
 */
function pickQuestions(waiting: Question[], seed: number): Question[] {
  const interrupted = waiting.filter(({ path }) => path.includes('/a~'))
  if (interrupted.length > 0) return interrupted
  const sorted = waiting.toSorted((a, b) => a.path.localeCompare(b.path))
  const first = seed % sorted.length
  return [...sorted.slice(first), ...sorted.slice(0, first)].slice(0, 1 + (seed % 3))
}

/** Attempts of calls that one process began, also those whose record was lost with it. */
function listBegunCalls({ pieces }: TestResult): string[] {
  const records = pieces.flatMap((piece) => piece.records)
  const calls = records.filter(isCall).map(({ path, attempt }) => `${path} ${attempt}`)
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
  /** After how many pieces a process dies at the latest, the first ones at least; undefined = none does. */
  lifetime: number | undefined
  seed: number
}

/** The piece at which a process dies: any up to its lifetime, which grows so that the run comes to its end. */
function findDeath(
  lifetime: number | undefined,
  { process, seed }: { process: number; seed: number },
): number {
  if (lifetime === undefined) return Number.POSITIVE_INFINITY
  const longest = lifetime + Math.floor(process / 4)
  return 1 + (((seed % 10_007) + process * 48_271) % longest)
}

/** Runs a plan to its end: answers every question, and starts a new process after every crash. */
async function runThroughCrashes({ plan, concurrency, lifetime, seed, streaming = false }: LongRun) {
  const vendor = createSlowVendor(seed)
  let journal: StepRecord[] = []
  const answers: AnsweredQuestion[] = []
  let settledFence = 0
  const shown: RunEvent[] = []
  const logged: RunEvent[] = []
  const segments: { before: Map<string, number>; calls: Map<string, number>; begun: string[] }[] = []
  for (let process = 0; process < 2000; process += 1) {
    const fence = process + 1
    vendor.calls.length = 0
    vendor.effects.length = 0
    const before = countFinishedCalls(journal)
    const dies = findDeath(lifetime, { process, seed })
    const result = await runToEnd({
      plan,
      journal,
      fence,
      ports: createPorts(vendor),
      answers,
      settledFence,
      input: { concurrency, streaming },
      onPiece: (_piece, index) => (index + 1 >= dies ? 'cut' : undefined),
    })
    segments.push({ before, calls: countWords(listCalls(vendor)), begun: listBegunCalls(result) })
    journal = result.journal
    shown.push(...result.events)
    logged.push(...result.logged)
    const { outcome } = result
    if (outcome && outcome.waiting.length === 0) return { outcome, segments, journal, shown, logged }
    if (!outcome) continue
    settledFence = fence
    const picked = pickQuestions(outcome.waiting, seed)
    answers.push(...picked.map(({ path }) => ({ path, answer: { type: 'proceed' as const } })))
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
  test(
    'ends as the uncut one and makes no finished call again',
    async () => {
      const property = fc.asyncProperty(
        flowArbitrary,
        fc.record({
          seed: fc.nat(),
          lifetime: fc.integer({ min: 1, max: 4 }),
          concurrency: fc.constantFrom(1, 4),
        }),
        async (block, { seed, lifetime, concurrency }) => {
          const plan = convertSteps(buildRandomPlan(block), seed, { writes: concurrency > 1 })
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
          const undisturbed = whole.journal.filter(({ kind }) => kind === 'model' || kind === 'code')
          expect(undisturbed.every((record) => record.attempt === 1)).toBe(true)
        },
      )
      await fc.assert(property, campaign(150, 30_000))
    },
    TIMEOUT_MS,
  )

  test(
    'tells readers every text once, whether they listened all the time or read the log',
    async () => {
      const property = fc.asyncProperty(
        flowArbitrary,
        fc.record({
          seed: fc.nat(),
          lifetime: fc.integer({ min: 1, max: 6 }),
          concurrency: fc.constantFrom(1, 4),
        }),
        async (block, { seed, lifetime, concurrency }) => {
          const plan = convertSteps(buildRandomPlan(block), seed, { writes: concurrency > 1 })
          const run = { plan, concurrency, seed, streaming: true }
          const whole = await runThroughCrashes({ ...run, lifetime: undefined })
          const cut = await runThroughCrashes({ ...run, lifetime })
          const texts = foldTexts(whole.shown)
          expect(foldTexts(cut.shown)).toEqual(texts)
          expect(foldTexts(cut.logged)).toEqual(texts)
        },
      )
      await fc.assert(property, campaign(150, 30_000))
    },
    TIMEOUT_MS,
  )

  test(
    'agrees with the oracle when people answer in between',
    async () => {
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
      await fc.assert(property, campaign(150, 30_000))
    },
    TIMEOUT_MS,
  )
})
