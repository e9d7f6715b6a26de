import { isJsonObject, type JsonValue, type Question } from '@runnel/contract'
import { waitIdOf } from '@runnel/db'
import type { RunOutcome } from '@runnel/engine'

/** Everything that a run asks, the latest last, with the ids by which answers name it. */
export function nameQuestions(runId: string, questions: readonly Question[]): Question[] {
  return questions.map((question) => ({ ...question, waitId: waitIdOf({ runId, path: question.path }) }))
}

/** The answer of a run as text: of one that waits, what its latest question shows in words (`engine.md` 3.8). */
export function answerText({ status, executed, action, text }: RunOutcome): string {
  if (status !== 'waiting') return text
  const shown = executed.findLast((node) => node.status === 'STOPPED')?.data.output
  const asked = isJsonObject(action?.data) ? action.data.input : undefined
  return wordsOf(isJsonObject(shown) ? shown.content : undefined) ?? wordsOf(asked) ?? text
}

function wordsOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
