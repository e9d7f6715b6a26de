import type { RunInput } from '@runnel/contract'
import { type Database, type PastMessages, parseRunInput, type RunRow } from '@runnel/db'
import { readHistory } from './read-history.ts'

/** What a stored run was given at its start, and the messages of its session up to where it saw them. */
export async function readRunInput(
  reader: ReturnType<Database['read']>,
  row: RunRow,
): Promise<{ input: RunInput; past: PastMessages }> {
  const { historyUntil: until, ...input } = parseRunInput(row)
  if (until === undefined)
    return { input: { ...input, pastHistory: [] }, past: { messages: [], positions: [] } }
  const session = { flowId: input.flowId, sessionId: input.sessionId, namespace: row.namespace }
  const past = await readHistory(reader, session, { until, seenAt: row.createdAt })
  return { input: { ...input, pastHistory: [...past.messages] }, past }
}
