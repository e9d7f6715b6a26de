import { type ChosenNode, DOCUMENT_STORE_KEYS, type NodeDefinition, RunnelError } from '@runnel/contract'
import type { Component } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'
import { asComponent, checkChosen, outputThatProvides } from './chosen-component.ts'
import type { IndexPart, VectorSettings } from './stored-store.ts'

/** The node that gives the chunks of a store, as a flow would use it. */
function findChunkSource({ definitions }: Catalogue): {
  definition: NodeDefinition
  output: string
  param: string
} {
  for (const definition of definitions) {
    const param = definition.inputs.find(({ readAs }) => readAs === 'documentStore')
    const output = param && outputThatProvides(definition, 'documentSource')
    if (param && output !== undefined) return { definition, output, param: param.name }
  }
  throw new Error(
    `The catalogue has no node that gives the chunks of a store (${DOCUMENT_STORE_KEYS.join()})`,
  )
}

/** What a document store is searched with. */
export interface StoreComponents {
  /** The store of vectors. */
  component: Component
  /** The output with which it is a retriever. */
  retrieverOutput: string | undefined
  /** What puts into a better order what it finds. */
  reranker: Component | undefined
}

/** A store of vectors with its embeddings and record manager, and these parts of a document store as its sources. */
export function vectorStoreOf(
  catalogue: Catalogue,
  settings: VectorSettings,
  { storeId, parts }: { storeId: string; parts: readonly IndexPart[] },
): StoreComponents {
  const { vectorStore, embedding, recordManager, reranker } = settings
  if (!vectorStore || !embedding) {
    const path = vectorStore ? 'embeddingConfig' : 'vectorStoreConfig'
    const message = `The store has no ${vectorStore ? 'embeddings' : 'vector store'} yet. Choose one in its configuration.`
    throw new RunnelError('invalid_input', message, { issues: [{ path, message }] })
  }
  const store = checkChosen(catalogue, vectorStore, { capability: 'vectorStore', path: 'vectorStoreConfig' })
  const embedder = checkChosen(catalogue, embedding, { capability: 'embedder', path: 'embeddingConfig' })
  const manager =
    recordManager &&
    checkChosen(catalogue, recordManager, { capability: 'recordManager', path: 'recordManagerConfig' })
  const source = findChunkSource(catalogue)
  const sources = parts.map((part) => {
    const chosen = { name: source.definition.name, config: { [source.param]: storeId } }
    const component = asComponent(`${part.loaderId}:${part.from}`, { ...source, chosen, inside: {} })
    return {
      component: { ...component, values: { ...component.values, part: { ...part } } },
      definition: source.definition,
    }
  })
  const component = asComponent('vectorStore', store, [
    ...sources,
    { component: asComponent('embedding', embedder), definition: embedder.definition },
    ...(manager
      ? [{ component: asComponent('recordManager', manager), definition: manager.definition }]
      : []),
  ])
  return {
    component: { ...component, owner: storeId },
    retrieverOutput: outputThatProvides(store.definition, 'retriever'),
    reranker: reranker ? rerankerOf(catalogue, reranker, 'rerankerConfig') : undefined,
  }
}

/** A node that puts passages into a better order. @throws RunnelError `invalid_input` naming the field */
export function rerankerOf(catalogue: Catalogue, chosen: ChosenNode, path: string): Component {
  return asComponent('reranker', checkChosen(catalogue, chosen, { capability: 'reranker', path }))
}
