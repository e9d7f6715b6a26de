import type { RunInput } from '@runnel/contract'
import { type Database, parseRunInput, type RunRow } from '@runnel/db'
import { readHistory } from './read-history.ts'

/** What a stored run was given at its start, the messages of its session read up to where it saw them. */
export async function readRunInput(
  reader: ReturnType<Database['read']>,
  row: Pick<RunRow, 'input' | 'namespace' | 'createdAt'>,
): Promise<RunInput> {
  const { historyUntil: until, ...input } = parseRunInput(row)
  if (until === undefined) return { ...input, pastHistory: [] }
  const session = { flowId: input.flowId, sessionId: input.sessionId, namespace: row.namespace }
  const { messages } = await readHistory(reader, session, { until, seenAt: row.createdAt })
  return { ...input, pastHistory: messages }
}
