import type { Capability, InputDefinition, NodeDefinition } from '@runnel/contract'

/** What tells one retriever from another. */
interface RetrieverFacts
  extends Pick<NodeDefinition, 'name' | 'label' | 'version' | 'type' | 'description' | 'credential'> {
  /** What is wired to it: a store, another retriever, a model. */
  anchors: InputDefinition[]
  /** Its settings, behind the query. */
  settings: InputDefinition[]
  /** What it provides for itself, with any output: it calls it while it finds. */
  uses?: Capability[]
  /** It is for chains and tools alone: gives no documents by itself, and has no query of its own. */
  onlyRetrieves?: boolean
}

/** A store of vectors whose documents are looked through. */
export const vectorStoreInput: InputDefinition = {
  label: 'Vector Store',
  name: 'vectorStore',
  type: 'VectorStore',
}

/** The retriever that finds first. */
export const baseRetrieverInput: InputDefinition = {
  label: 'Vector Store Retriever',
  name: 'baseRetriever',
  type: 'VectorStoreRetriever',
}

const queryInput: InputDefinition = {
  label: 'Query',
  name: 'query',
  type: 'string',
  overridable: true,
  description: 'What the outputs Document and Text look for; the question when empty',
  optional: true,
  acceptVariable: true,
}

/** The definition of a retriever: for chains and tools, or its documents, or their text for a param. */
export function retrieverDefinition({
  anchors,
  settings,
  uses = [],
  onlyRetrieves = false,
  ...own
}: RetrieverFacts): NodeDefinition {
  const baseClasses = [own.type, 'BaseRetriever']
  const common = {
    ...own,
    icon: 'IconFilter',
    category: 'Retrievers',
    color: '#5f9ea0',
    baseClasses,
    kind: 'component',
    effects: 'read',
  } as const
  if (onlyRetrieves) return { ...common, provides: ['retriever', ...uses], inputs: [...anchors, ...settings] }
  return {
    ...common,
    inputs: [...anchors, queryInput, ...settings],
    outputs: [
      { label: own.label, name: 'retriever', baseClasses, provides: ['retriever', ...uses] },
      {
        label: 'Document',
        name: 'document',
        description: 'The documents that were found, with what is known of them',
        baseClasses: ['Document', 'json'],
        provides: ['documentSource', ...uses],
      },
      {
        label: 'Text',
        name: 'text',
        description: 'The text of these documents, one after the other',
        baseClasses: ['string', 'json'],
        provides: ['text', ...uses],
      },
    ],
  }
}
