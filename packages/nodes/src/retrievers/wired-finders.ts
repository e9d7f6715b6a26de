import { type Capability, type JsonObject, RunnelError } from '@runnel/contract'
import { type CallContext, type Component, type FoundDocument, findWired } from '@runnel/node-kit'

/** What is looked for in a store; the limit is the retriever's to say. */
interface StoreSearch {
  query: string
  limit: number
  filter?: JsonObject | undefined
}

/** Searches the store at the anchor `vectorStore`. */
export async function searchWiredStore(
  component: Component,
  { filter, ...search }: StoreSearch,
  call: CallContext,
): Promise<FoundDocument[]> {
  const store = getWired(component, call, ['vectorStore', 'vectorStore'])
  const { search: searchStore } = await call.capability(store, 'vectorStore')
  const limit = Math.max(1, Math.floor(search.limit))
  return searchStore(store, { ...search, limit, ...(filter && { filter }) }, call)
}

const NAMES = {
  vectorStore: 'vector store',
  retriever: 'retriever',
  embedder: 'embeddings',
} satisfies Partial<Record<Capability, string>>

/** What is wired to an anchor; a retriever that needs it says that it has none. */
export function getWired(
  component: Component,
  call: CallContext,
  at: [anchor: string, capability: keyof typeof NAMES],
): Component {
  const found = findWired(call, component, at)
  if (found) return found
  throw new RunnelError(
    'missing_component',
    `${component.label} has no ${NAMES[at[1]]}. Connect a node of that kind to it.`,
  )
}
