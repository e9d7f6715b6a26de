import { type JsonObject, RunnelError } from '@runnel/contract'
import { describeFilling, INGESTED_STORE } from '@runnel/graph'
import type { Document, RunNode, StepContext } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { readStoredDocument } from '../flows/stored-document.ts'
import { tellFilling } from './tell-filling.ts'

/** What is told of the first documents at most, in characters. */
const LONGEST_TEXT = 4_000
const LONGEST_METADATA = 2_000

/**
 * The work of the step that fills a store; its JSON has the counts as the reference answers them, which the history keeps,
 * and the first documents that were added.
 */
export function ingestDocuments(
  context: OperationContext,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): RunNode {
  return async (step) => {
    const [store] = step.components(INGESTED_STORE)
    if (!store) throw new RunnelError('missing_component', 'There is no vector store to fill.')
    const capability = await step.capability(store, 'vectorStore')
    const call = tellFilling(step, { store, now: context.now })
    const { added, known, deleted = 0, first = [] } = await capability.ingest(store, call)
    const counts = { numAdded: added, numDeleted: deleted, numUpdated: 0, numSkipped: known }
    const totalKeys = added + known
    const result = JSON.stringify({ ...counts, totalKeys })
    await keepHistory(context, step, { workspaceId, runId, result })
    return { output: { content: '', json: { ...counts, totalKeys, addedDocs: first.map(shortened) } } }
  }
}

/** A document as it is shown: a long one in part. */
function shortened({ pageContent, metadata }: Document): JsonObject {
  const isLong = JSON.stringify(metadata).length > LONGEST_METADATA
  return { pageContent: pageContent.slice(0, LONGEST_TEXT), metadata: isLong ? {} : metadata }
}

async function keepHistory(
  context: OperationContext,
  { node, run: { flowId, versionId } }: StepContext,
  { workspaceId, runId, result }: { workspaceId: string; runId: string; result: string },
): Promise<void> {
  const version = await context.db.read(workspaceId).flows.findVersion(versionId)
  if (!version) return
  const document = readStoredDocument(version.document, context.catalogue)
  const nodes = JSON.stringify(describeFilling(context.catalogue.find, document, node.id))
  await context.db.write(workspaceId, ({ documentStores }) =>
    documentStores.insertHistory({ id: runId, flowId, storeId: null, nodes, result }),
  )
}
