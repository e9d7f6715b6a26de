import { findInOrder, RunnelError } from '@runnel/contract'
import {
  type CallContext,
  type Component,
  type Retrieve,
  type RetrieveRequest,
  readChosenStore,
  readFilterParam,
  type VectorStore,
} from '@runnel/node-kit'

/** The vectors of the chosen store. @throws RunnelError `missing_component` where there are none */
async function findVectors(
  { values, label }: Component,
  call: CallContext,
): Promise<{ vectors: Component; retriever: Component; reranker: Component | undefined }> {
  const id = readChosenStore(values)
  if (id === '') throw new RunnelError('missing_component', `${label} has no store. Choose one in the node.`)
  const store = await call.documentStore.find(id)
  if (!store) {
    throw new RunnelError(
      'missing_component',
      `${label} looks into a document store that is not there. Choose another one in the node.`,
    )
  }
  const { vectorStore: vectors, retrieverOutput = '', reranker } = store
  if (vectors) {
    const retriever = vectors.output === retrieverOutput ? vectors : { ...vectors, output: retrieverOutput }
    return { vectors, retriever, reranker }
  }
  throw new RunnelError(
    'missing_component',
    `The document store “${store.name}” has no vectors yet. Open it on the page “Document Stores” and upsert it.`,
  )
}

const filledElsewhere = () =>
  new RunnelError(
    'invalid_input',
    'A document store is filled on its own page. Add the documents there as a loader, then upsert it.',
  )

/** A document store as flows use it: it answers, and is filled on its own page alone. */
export const documentStoreCapability: VectorStore = {
  async search(component, request, call) {
    const { vectors, retriever, reranker } = await findVectors(component, call)
    const asked = withFilter(component, request)
    if (reranker) return findInOrder({ retriever, reranker }, asked, call)
    const { search } = await call.capability(vectors, 'vectorStore')
    return search(vectors, { ...asked, limit: request.limit }, call)
  },
  add: async () => {
    throw filledElsewhere()
  },
  ingest: async () => {
    throw filledElsewhere()
  },
}

/** Finds as the store's own settings say. */
export const retrieveFromDocumentStore: Retrieve = async (component, request, call) => {
  const { retriever, reranker } = await findVectors(component, call)
  const asked = withFilter(component, request)
  if (reranker) return findInOrder({ retriever, reranker }, asked, call)
  const retrieve = await call.capability(retriever, 'retriever')
  return retrieve(retriever, asked, call)
}

/** What the node filters by, beside what it is asked to. */
function withFilter(component: Component, request: RetrieveRequest): RetrieveRequest {
  const own = readFilterParam(component, 'metadataFilter')
  if (!own) return request
  return { ...request, filter: request.filter ? { $and: [own, request.filter] } : own }
}
