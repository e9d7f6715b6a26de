import type { DocumentStore, FindDefinition, FlowNode, SearchVariant } from '@runnel/contract'
import { makeId } from '../../../make-id.ts'
import { writeComponent } from '../../node-form/component-node.ts'
import { searchInputs } from '../query/search-inputs.ts'
import { vectorDraftOf } from '../vectors/vector-draft.ts'

/** Other settings with which a store is searched, while they are edited. */
export interface VariantDraft {
  key: string
  name: string
  /** The vector store with its search params; undefined where this installation does not have it. */
  node: FlowNode | undefined
  /** Empty: none. */
  threshold: number | ''
  reranker: FlowNode | undefined
}

/** A draft that searches as the store is set. */
export function newVariant(store: DocumentStore, find: FindDefinition): VariantDraft {
  return {
    key: makeId(),
    name: '',
    node: vectorDraftOf(store, find).vectorStore,
    threshold: '',
    reranker: undefined,
  }
}

/** As the server takes it. */
export function variantBodyOf(
  { name, node, threshold, reranker }: VariantDraft,
  find: FindDefinition,
): SearchVariant {
  return {
    name: name.trim(),
    ...(node && { inputs: searchInputs(node, find) }),
    ...(threshold !== '' && { threshold }),
    ...(reranker && { reranker: writeComponent(reranker) }),
  }
}
