import type { RunInput } from '@runnel/contract'
import type { JournalIndex } from './journal-index.ts'

/** The attempt of a waiting step that a person's answer belongs to. */
export interface AnsweredQuestion {
  path: string
  attempt: number
  answer: NonNullable<RunInput['humanInput']>
}

/**
 * Finds which waiting step an answer is for: the one that it names by path and attempt, else the latest that waits,
 * of the node `startNodeId` when given. With path and attempt a resumed run never takes an answer twice.
 */
export function findAnsweredQuestion(journal: JournalIndex, input: RunInput): AnsweredQuestion | undefined {
  const answer = input.humanInput
  if (!answer) return undefined
  if (answer.path !== undefined && answer.attempt !== undefined)
    return { path: answer.path, attempt: answer.attempt, answer }
  const open = journal
    .listOpenQuestions()
    .filter((record) => answer.startNodeId === undefined || record.nodeId === answer.startNodeId)
    .at(-1)
  return open && { path: open.path, attempt: open.attempt, answer }
}
