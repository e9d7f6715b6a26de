import type { AnsweredQuestion, RunInput, StepRecord } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { EnginePorts, RunOutcome } from '../engine-ports.ts'
import { runToEnd } from './run-to-end.ts'

/** So often a run may wait before it is taken to wait for ever. */
const MOST_WAITS = 500

/** Runs a plan to its end, with people who agree to whatever they are asked, as soon as the run waits for them. */
export async function runWithPeople(
  plan: RunPlan,
  { ports, input }: { ports: EnginePorts; input: Partial<RunInput> },
): Promise<RunOutcome> {
  let journal: StepRecord[] = []
  const answers: AnsweredQuestion[] = []
  for (let fence = 1; fence <= MOST_WAITS; fence += 1) {
    const result = await runToEnd({ plan, ports, input, journal, answers, fence, settledFence: fence - 1 })
    const { outcome } = result
    if (!outcome) throw new Error('The run broke off.')
    if (outcome.waiting.length === 0) return outcome
    journal = result.journal
    answers.push(...outcome.waiting.map(({ path }) => ({ path, answer: { type: 'proceed' as const } })))
  }
  throw new Error('The run waits for ever.')
}
