import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import type { CapabilityLoaders } from '@runnel/node-kit'
import type { OutsideStore } from './store-protocol.ts'

/** What tells one store from another. */
interface StoreFacts
  extends Pick<NodeDefinition, 'name' | 'label' | 'version' | 'type' | 'description'>,
    Partial<Pick<NodeDefinition, 'credential' | 'sendsCredentialTo' | 'sendsCredentialBy' | 'differs'>> {
  /** Where the documents are, how they are stored. */
  place: InputDefinition[]
  /** What is asked beside Top K. */
  search: InputDefinition[]
  /** Behind the kinds of search. */
  more?: InputDefinition[]
  takesRecordManager?: boolean
  /** It looks for words too (`Collection.searchWords`). */
  findsWords?: boolean
  /** It makes vectors by itself, and says itself how it looks for the nearest. */
  embedsItself?: boolean
  /** Only what its own params say is stored. */
  takesNoDocuments?: boolean
  /** In place of Top K. */
  limit?: InputDefinition
}

const documentInput: InputDefinition = {
  label: 'Document',
  name: 'document',
  type: 'Document',
  description: 'Taken in when the store is filled',
  list: true,
  optional: true,
}

const recordManagerInput: InputDefinition = {
  label: 'Record Manager',
  name: 'recordManager',
  type: 'RecordManager',
  description:
    'What becomes of pieces that are given no more; without one each source takes the place of what it gave before',
  optional: true,
}

/** How many pieces are found. */
export const topKInput: InputDefinition = {
  label: 'Top K',
  name: 'topK',
  type: 'number',
  overridable: true,
  placeholder: '4',
  description: 'How many pieces are found; 4 when empty',
  additionalParams: true,
  optional: true,
}

/** Beside nearness, where a store looks for words. */
const WORD_KINDS = [
  {
    label: 'By meaning and by words',
    name: 'hybrid',
    description: 'Finds names and numbers as well, which mean nothing by themselves',
  },
  { label: 'By words alone', name: 'words', description: 'As a full-text search does' },
]

const kindInputs = (findsWords: boolean): InputDefinition[] => [
  {
    label: 'Search Type',
    name: 'searchType',
    type: 'options',
    overridable: true,
    default: 'similarity',
    options: [
      { label: 'Similarity', name: 'similarity' },
      { label: 'Max Marginal Relevance', name: 'mmr' },
      ...(findsWords ? WORD_KINDS : []),
    ],
    additionalParams: true,
    optional: true,
  },
  {
    label: 'Fetch K (for MMR Search)',
    name: 'fetchK',
    type: 'number',
    overridable: true,
    min: 1,
    placeholder: '20',
    description: 'Of how many pieces the most varied ones are chosen; 20 when empty',
    additionalParams: true,
    optional: true,
  },
  {
    label: 'Lambda (for MMR Search)',
    name: 'lambda',
    type: 'number',
    overridable: true,
    step: 0.1,
    min: 0,
    max: 1,
    placeholder: '0.5',
    description: 'From 0, the most varied pieces, to 1, the nearest ones; 0.5 when empty',
    additionalParams: true,
    optional: true,
  },
]

/** The same param, said to shape what a question finds, and nothing of what is stored. */
export function asSearching(input: InputDefinition): InputDefinition {
  return { ...input, onlySearches: true }
}

/** Whether files of a chat go into this store. */
export const fileUploadInput: InputDefinition = {
  label: 'File Upload',
  name: 'fileUpload',
  type: 'boolean',
  description:
    'Files given in a chat are read by the loader of this store, and found by questions of that chat alone. They are kept in this installation',
  readAs: 'chatFiles',
  additionalParams: true,
  optional: true,
}

/** A filter in the form of the store. */
export function filterInput(
  name: string,
  { type = 'json', ...facts }: Partial<InputDefinition> = {},
): InputDefinition {
  return {
    label: 'Metadata Filter',
    name,
    type,
    codeLanguage: 'filter',
    overridable: true,
    description: 'Only what this filter lets pass is found; written in the form of the store',
    additionalParams: true,
    optional: true,
    acceptVariable: true,
    ...(type === 'json' && { namesNoHost: true }),
    ...facts,
  }
}

/** The definition of a store outside this product, to be searched by chains, or as a store by other retrievers. */
export function storeDefinition({
  place,
  search,
  more = [],
  takesRecordManager = false,
  findsWords = false,
  embedsItself = false,
  takesNoDocuments = false,
  limit = topKInput,
  ...own
}: StoreFacts): NodeDefinition {
  const baseClasses = [own.type, 'VectorStoreRetriever', 'BaseRetriever']
  return {
    ...own,
    icon: 'IconDatabaseSearch',
    category: 'Vector Stores',
    baseClasses,
    kind: 'component',
    effects: 'read',
    inputs: [
      ...(takesNoDocuments ? [] : [documentInput]),
      ...(embedsItself ? [] : [{ label: 'Embeddings', name: 'embeddings', type: 'Embeddings' }]),
      ...(takesRecordManager ? [recordManagerInput] : []),
      ...place,
      ...[...search, limit, ...(embedsItself ? [] : kindInputs(findsWords))].map(asSearching),
      ...more,
    ],
    outputs: [
      { label: `${own.label} Retriever`, name: 'retriever', baseClasses, provides: ['retriever'] },
      {
        label: `${own.label} Vector Store`,
        name: 'vectorStore',
        baseClasses: [own.type, 'VectorStore'],
        provides: ['vectorStore'],
      },
    ],
  }
}

/** What a store provides, made of its protocol on first use. */
export function provideStore(load: () => Promise<OutsideStore>): CapabilityLoaders {
  return {
    retriever: async () => (await import('./outside-store.ts')).searchStore(await load()),
    vectorStore: async () => (await import('./outside-store.ts')).fillStore(await load()),
  }
}
