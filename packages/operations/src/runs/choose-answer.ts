import type { RunInput, StepRecord } from '@runnel/contract'
import type { WaitRow } from '@runnel/db'

type HumanInput = NonNullable<RunInput['humanInput']>

/** The answer with which a run goes on, and whether people have answered more of its questions. */
interface ChosenAnswer {
  answer: HumanInput | undefined
  hasMore: boolean
}

/**
 * Chooses the answer that a claimed run goes on with: the first one whose step is not over, for a step that was cut
 * off in the middle needs its answer again. When all are taken it is the last one: the run still is about that.
 */
export function chooseAnswer(answered: readonly WaitRow[], journal: readonly StepRecord[]): ChosenAnswer {
  const attempts = Map.groupBy(journal, ({ path }) => path)
  const needed = answered.filter((wait) => isNeeded(wait, attempts.get(wait.path) ?? []))
  const chosen = needed[0] ?? answered.at(-1)
  return { answer: chosen && toHumanInput(chosen), hasMore: needed.length > 1 }
}

function isNeeded(wait: WaitRow, attempts: readonly StepRecord[]): boolean {
  const latest = attempts.toSorted((a, b) => b.attempt - a.attempt)
  if (latest[0]?.status === 'finished' || latest[0]?.status === 'failed') return false
  return latest.find(({ status }) => status === 'waiting')?.attempt === wait.attempt
}

/** The layer wrote the answer after it was parsed, so its shape is known. */
function toHumanInput({ answer, path, attempt }: WaitRow): HumanInput {
  return { ...(JSON.parse(answer ?? '{}') as HumanInput), path, attempt }
}
