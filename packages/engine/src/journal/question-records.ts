import { type Answer, isJsonObject, type JsonObject, type Question, type StepRecord } from '@runnel/contract'
import { plainJson } from './canonical-json.ts'

/** A question as its record keeps it; `shown` is what its step shows as output while it waits. */
export type KeptQuestion = Question & { shown?: JsonObject }

/** The record of an open question. */
export function writeQuestion(
  { path, nodeId, askedAt, ...asked }: KeptQuestion,
  nodeType: string,
): StepRecord {
  return {
    path,
    attempt: 1,
    kind: 'question',
    status: 'waiting',
    nodeId,
    nodeType,
    repeatable: true,
    startedAt: askedAt,
    output: plainJson(asked),
  }
}

/** The question that a record keeps. */
export function readQuestion(record: StepRecord): KeptQuestion {
  const output = isJsonObject(record.output) ? record.output : {}
  const { action, nodeLabel, deadlineAt, outcomeAtDeadline, shown } = output
  return {
    path: record.path,
    nodeId: record.nodeId,
    nodeLabel: typeof nodeLabel === 'string' ? nodeLabel : record.nodeId,
    action: isJsonObject(action) ? action : {},
    askedAt: record.startedAt,
    ...(typeof deadlineAt === 'number' && { deadlineAt }),
    ...((outcomeAtDeadline === 'proceed' || outcomeAtDeadline === 'reject') && { outcomeAtDeadline }),
    ...(isJsonObject(shown) && { shown }),
  }
}

/** The answer that a record keeps. */
export function readAnswer({ output }: StepRecord): Answer {
  const given = isJsonObject(output) ? output : {}
  return {
    type: given.type === 'reject' ? 'reject' : 'proceed',
    ...(typeof given.feedback === 'string' && { feedback: given.feedback }),
    ...(given.input !== undefined && { input: given.input }),
  }
}
