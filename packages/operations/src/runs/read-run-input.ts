import { buffer } from 'node:stream/consumers'
import { type RunFile, type RunInput, wrapDocument } from '@runnel/contract'
import { type Database, type PastMessages, parseRunInput, type RunRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { readHistory } from './read-history.ts'

/** What a stored run was given at its start, and the messages of its session up to where it saw them. */
export async function readRunInput(
  { blobs }: Pick<OperationContext, 'blobs'>,
  reader: ReturnType<Database['read']>,
  row: RunRow,
): Promise<{ input: RunInput; past: PastMessages }> {
  const { historyUntil: until, ...stored } = parseRunInput(row)
  const { namespace } = row
  const input = { ...stored, namespace, ...(await readDocuments(blobs, reader, stored.files)) }
  if (until === undefined)
    return { input: { ...input, pastHistory: [] }, past: { messages: [], positions: [] } }
  const session = { flowId: input.flowId, sessionId: input.sessionId, namespace: row.namespace }
  const past = await readHistory(reader, session, { until, seenAt: row.createdAt })
  return { input: { ...input, pastHistory: [...past.messages] }, past }
}

/** The texts of the documents that were given with the question, as they stood before it when the run was accepted. */
async function readDocuments(
  blobs: OperationContext['blobs'],
  reader: ReturnType<Database['read']>,
  files: readonly RunFile[] = [],
): Promise<{ documents?: string }> {
  let documents = ''
  for (const { name, source, use } of files) {
    if (use !== 'text' || !('blob' in source)) continue
    const { blobId } = await reader.files.get(source.blob)
    documents += wrapDocument(name, (await buffer(await blobs.get(blobId))).toString())
  }
  return documents === '' ? {} : { documents }
}
