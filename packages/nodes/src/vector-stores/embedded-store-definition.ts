import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import type { CapabilityLoaders } from '@runnel/node-kit'
import { pieceSizeInput } from './search-pieces.ts'
import { asSearching, fileUploadInput, topKInput } from './store-definition.ts'

/** What tells one name of the embedded store from another. */
type EmbeddedFacts = Pick<NodeDefinition, 'name' | 'label' | 'type' | 'description'> &
  Partial<Pick<NodeDefinition, 'leavesBehind'>> & { place?: InputDefinition[] }

const searchTypeInput: InputDefinition = {
  label: 'Search',
  name: 'searchType',
  type: 'options',
  overridable: true,
  description:
    'By meaning finds what says the same in other words; by words too finds names and numbers as well; by words alone is what a full-text search finds',
  options: [
    { label: 'By meaning', name: 'similarity' },
    { label: 'By meaning and by words', name: 'hybrid' },
    { label: 'By words alone', name: 'words' },
  ],
  default: 'similarity',
  initial: 'hybrid',
  optional: true,
  additionalParams: true,
}

/** The definition of a node that is the store of this installation. */
export function embeddedStoreDefinition({ place = [], ...own }: EmbeddedFacts): NodeDefinition {
  const baseClasses = [own.type, 'VectorStoreRetriever', 'BaseRetriever']
  return {
    ...own,
    version: 1,
    icon: 'IconDatabaseSearch',
    category: 'Vector Stores',
    baseClasses,
    kind: 'component',
    effects: 'none',
    inputs: [
      {
        label: 'Document',
        name: 'document',
        type: 'Document',
        description: 'Taken in when the flow is asked first, and again when they change',
        list: true,
        optional: true,
      },
      { label: 'Embeddings', name: 'embeddings', type: 'Embeddings' },
      ...place,
      fileUploadInput,
      pieceSizeInput,
      ...[topKInput, searchTypeInput].map(asSearching),
    ],
    outputs: [
      { label: `${own.type} Retriever`, name: 'retriever', baseClasses, provides: ['retriever'] },
      {
        label: `${own.type} Vector Store`,
        name: 'vectorStore',
        baseClasses: [own.type, 'VectorStore'],
        provides: ['vectorStore'],
      },
    ],
  }
}

/** What every name of the embedded store provides. */
export const provideEmbeddedStore: CapabilityLoaders = {
  retriever: async () => (await import('./embedded-retriever.ts')).retrieveFromEmbedded,
  vectorStore: async () => (await import('./embedded-store.ts')).embeddedStore,
}
