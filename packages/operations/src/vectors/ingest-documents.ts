import { RunnelError } from '@runnel/contract'
import { INGESTED_STORE } from '@runnel/graph'
import type { RunNode } from '@runnel/node-kit'

/** The work of the step that fills a store; its JSON has the counts as the reference answers them. */
export const ingestDocuments: RunNode = async (context) => {
  const [store] = context.components(INGESTED_STORE)
  if (!store) throw new RunnelError('missing_component', 'There is no vector store to fill.')
  const capability = await context.capability(store, 'vectorStore')
  const { added, known, deleted = 0 } = await capability.ingest(store, context)
  const counts = { numAdded: added, numDeleted: deleted, numUpdated: 0, numSkipped: known }
  return { output: { content: '', json: counts } }
}
