import { RunnelError } from '@runnel/contract'
import { findWired, type LoadDocuments, readNumber, readText } from '@runnel/node-kit'

const LIMIT = 4

/** What the wired store finds for the query of the node, or for the question. */
export const findDocuments: LoadDocuments = async (component, call) => {
  const { values, label } = component
  const store = findWired(call, component, ['vectorStore', 'vectorStore'])
  if (!store) {
    throw new RunnelError(
      'missing_component',
      `${label} has no vector store. Connect a node of that kind to it.`,
    )
  }
  const query = readText(values, 'query').trim() || (call.run.question ?? '')
  const limit = Math.max(1, Math.floor(readNumber(store.values, 'topK') ?? LIMIT))
  const { search } = await call.capability(store, 'vectorStore')
  const found = await search(store, { query, limit }, call)
  const least = (readNumber(values, 'minScore') ?? 0) / 100
  return found
    .filter(({ score }) => least === 0 || score >= least)
    .map(({ pageContent, metadata }) => ({ pageContent, metadata }))
}
