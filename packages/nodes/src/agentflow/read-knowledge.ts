import { type JsonObject, RunnelError, readStoreId } from '@runnel/contract'
import { type Component, readFilterParam, readRows, readText, type StepContext } from '@runnel/node-kit'

/** A place to look things up, and the row that names it. */
export interface Knowledge {
  retriever: Component
  row: JsonObject
  /** Which of its documents may be found; undefined for all. */
  filter: JsonObject | undefined
}

/**
 * Where a step looks things up, in the order of the rows; rows in which nothing is chosen are left out.
 * @throws RunnelError `missing_component` for a document store that is not there, and for a row without its other half
 */
export async function readKnowledge(context: StepContext, prefix: string): Promise<Knowledge[]> {
  const param = `${prefix}KnowledgeVSEmbeddings`
  const wired = readRows(context.values, param).flatMap((row, index): Knowledge[] => {
    const store = context.selected(`${param}[${index}].vectorStore`)
    const embedder = context.selected(`${param}[${index}].embeddingModel`)
    if (!store && !embedder) return []
    const retriever = joinStore(context, store, embedder)
    return [{ retriever, row, filter: readRowFilter(row, retriever) }]
  })
  return [...(await listStores(context, `${prefix}KnowledgeDocumentStores`)), ...wired]
}

const readRowFilter = (row: JsonObject, { label }: Component): JsonObject | undefined =>
  readFilterParam({ values: row, label }, 'metadataFilter')

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

/** The document stores of the rows, which hold `<id>:<name>` or an id, each as a retriever. */
async function listStores({ node, values, documentStore }: StepContext, param: string): Promise<Knowledge[]> {
  const stores: Knowledge[] = []
  for (const row of readRows(values, param)) {
    const chosen = readText(row, 'documentStore')
    const id = readStoreId(chosen)
    if (id === undefined) continue
    const name = chosen.slice(id.length + 1)
    const found = await documentStore.find(id)
    if (!found?.vectorStore)
      throw missingStore(node.label, { name: found?.name ?? name, isThere: Boolean(found) })
    const retriever: Component = {
      nodeId: node.id,
      type: 'documentStoreVS',
      label: found.name,
      values: { selectedStore: id },
      storeParams: ['selectedStore'],
      credentials: {},
      output: 'retriever',
      anchors: {},
    }
    const filter = readRowFilter(row, retriever)
    stores.push({ retriever, filter, row: { docStoreDescription: found.description, ...row } })
  }
  return stores
}

function missingStore(label: string, { name, isThere }: { name: string; isThere: boolean }): RunnelError {
  const fault = isThere
    ? 'which has no vectors yet. Open it on the page “Document Stores” and upsert it'
    : 'which is not there. Remove it from the node, or choose another one'
  return new RunnelError('missing_component', `${label} looks into the document store “${name}”, ${fault}.`)
}
