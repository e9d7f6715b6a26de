import { type JsonObject, RunnelError } from '@runnel/contract'
import { type Component, readRows, readText, type StepContext } from '@runnel/node-kit'

/** A place to look things up, and the row that names it. */
export interface Knowledge {
  retriever: Component
  row: JsonObject
}

/**
 * Where a step looks things up, in the order of the rows; rows in which nothing is chosen are left out.
 * @throws RunnelError `missing_component` for a document store that is not there, and for a row without its other half
 */
export function readKnowledge(context: StepContext, prefix: string): Knowledge[] {
  refuseDocumentStores(context, `${prefix}KnowledgeDocumentStores`)
  const param = `${prefix}KnowledgeVSEmbeddings`
  return readRows(context.values, param).flatMap((row, index): Knowledge[] => {
    const store = context.selected(`${param}[${index}].vectorStore`)
    const embedder = context.selected(`${param}[${index}].embeddingModel`)
    if (!store && !embedder) return []
    return [{ retriever: joinStore(context, store, embedder), row }]
  })
}

/** A store and its embeddings, as if these were wired to it. */
function joinStore(
  { node, provides }: StepContext,
  store: Component | undefined,
  embedder: Component | undefined,
): Component {
  if (store && embedder && provides(store, 'retriever'))
    return { ...store, anchors: { ...store.anchors, embeddings: [embedder] } }
  const fault = !store
    ? 'no vector store for its embeddings'
    : !embedder
      ? `no embeddings for ${store.label}`
      : `${store.label}, which cannot be looked into`
  throw new RunnelError(
    'missing_component',
    `The knowledge of ${node.label} has ${fault}. Choose another one in the node.`,
  )
}

/** Rows hold `<id>:<name>` of the store. */
function refuseDocumentStores({ node, values }: StepContext, param: string): void {
  const chosen = readRows(values, param)
    .map((row) => readText(row, 'documentStore'))
    .find((store) => store !== '')
  if (chosen === undefined) return
  const name = chosen.slice(chosen.indexOf(':') + 1)
  throw new RunnelError(
    'missing_component',
    `${node.label} looks into the document store “${name}”, which is not there. Remove it from the node, or choose a vector store with its embeddings instead.`,
  )
}
