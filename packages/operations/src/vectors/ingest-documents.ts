import { RunnelError } from '@runnel/contract'
import { INGESTED_STORE } from '@runnel/graph'
import type { RunNode, StepContext } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { readStoredDocument } from '../flows/stored-document.ts'
import { describeFlowNodes } from '../store-work/describe-nodes.ts'

/** The work of the step that fills a store; its JSON has the counts as the reference answers them. History keeps them. */
export function ingestDocuments(
  context: OperationContext,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): RunNode {
  return async (step) => {
    const [store] = step.components(INGESTED_STORE)
    if (!store) throw new RunnelError('missing_component', 'There is no vector store to fill.')
    const capability = await step.capability(store, 'vectorStore')
    const { added, known, deleted = 0 } = await capability.ingest(store, step)
    const counts = { numAdded: added, numDeleted: deleted, numUpdated: 0, numSkipped: known }
    await keepHistory(context, step, {
      workspaceId,
      runId,
      result: JSON.stringify({ ...counts, totalKeys: added + known }),
    })
    return { output: { content: '', json: counts } }
  }
}

async function keepHistory(
  context: OperationContext,
  { node, run: { flowId, versionId } }: StepContext,
  { workspaceId, runId, result }: { workspaceId: string; runId: string; result: string },
): Promise<void> {
  const version = await context.db.read(workspaceId).flows.findVersion(versionId)
  if (!version) return
  const document = readStoredDocument(version.document, context.catalogue)
  const nodes = JSON.stringify(describeFlowNodes(context.catalogue, document, node.id))
  await context.db.write(workspaceId, ({ documentStores }) =>
    documentStores.insertHistory({ id: runId, flowId, storeId: null, nodes, result }),
  )
}
