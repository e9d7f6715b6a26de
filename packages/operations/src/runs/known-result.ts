import type { JsonObject, RunInput } from '@runnel/contract'
import { parseRunInput, type RunRow, withForetold, withoutForetold } from '@runnel/db'
import type { OwnedRun } from '../owned-run.ts'

/** What was fixed at the start of a run stands in its row, so that its answer need not be stored with it. */
function foretellResult(runId: string, input: Omit<RunInput, 'pastHistory'>): JsonObject {
  const { question = '', chatId, messageId, sessionId } = input
  return { text: ' ', question, chatId, chatMessageId: messageId, sessionId, executionId: runId }
}

/** An answer as the row of its run keeps it. An ingestion answers with its counts alone. */
export function toStoredResult({ runId, input, version }: OwnedRun, result: JsonObject): JsonObject {
  return version.ingests === undefined ? withoutForetold(result, foretellResult(runId, input)) : result
}

/** The answer that the row of a run keeps, as it was given. */
export function readStoredResult(run: RunRow, stored: JsonObject): JsonObject {
  return run.kind === 'ingestion' ? stored : withForetold(stored, foretellResult(run.id, parseRunInput(run)))
}
