import type {
  ChosenNode,
  DocumentStore,
  FindDefinition,
  FlowNode,
  Problem,
  VectorConfigBody,
} from '@runnel/contract'
import { checkComponent, readComponent, writeComponent } from '../../node-form/component-node.ts'

/** The five things that are chosen for the vectors of a store, in the order in which they are. */
export const VECTOR_STEPS = ['embedding', 'vectorStore', 'reranker', 'recordManager', 'context'] as const
export type VectorStep = (typeof VECTOR_STEPS)[number]

/** The vector configuration of a store, while it is edited. */
export type VectorDraft = Readonly<Record<VectorStep, FlowNode | undefined>>

/** What a store has; a component that this installation does not have counts as not chosen. */
export function vectorDraftOf(store: DocumentStore, find: FindDefinition): VectorDraft {
  const read = (chosen: ChosenNode | null) => {
    const definition = chosen ? find(chosen.name) : undefined
    return chosen && definition && readComponent(definition, chosen.config, find)
  }
  return {
    embedding: read(store.embeddingConfig) ?? undefined,
    vectorStore: read(store.vectorStoreConfig) ?? undefined,
    recordManager: read(store.recordManagerConfig) ?? undefined,
    context: read(store.contextConfig) ?? undefined,
    reranker: read(store.rerankerConfig) ?? undefined,
  }
}

/** As the server takes it: what is missing is taken away. */
export function vectorBodyOf(storeId: string, draft: VectorDraft): VectorConfigBody {
  const { embedding, vectorStore, recordManager, context, reranker } = draft
  const of = (node: FlowNode | undefined) => (node ? writeComponent(node) : undefined)
  return {
    storeId,
    embeddingName: of(embedding)?.name ?? null,
    embeddingConfig: of(embedding)?.config ?? null,
    vectorStoreName: of(vectorStore)?.name ?? null,
    vectorStoreConfig: of(vectorStore)?.config ?? null,
    recordManagerName: of(recordManager)?.name ?? null,
    recordManagerConfig: of(recordManager)?.config ?? null,
    contextName: of(context)?.name ?? null,
    contextConfig: of(context)?.config ?? null,
    rerankerName: of(reranker)?.name ?? null,
    rerankerConfig: of(reranker)?.config ?? null,
  }
}

/** What the chosen components lack. */
export function checkVectorDraft(draft: VectorDraft, find: FindDefinition): Problem[] {
  return VECTOR_STEPS.flatMap((step) => {
    const node = draft[step]
    return node ? checkComponent(node, find) : []
  })
}
