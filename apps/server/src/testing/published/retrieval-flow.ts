import type { FakeReply } from '@runnel/providers/testing'
import type { SavedFlow, SavedNode } from './saved-chat-flow.ts'

/** What the document of these flows says, and what is asked about it. */
export const PASSAGE = 'Green tea is steeped at seventy degrees.'
export const QUESTION = 'How hot is green tea steeped?'
export const ANSWER = 'At seventy degrees.'

/** A chat flow with retrieval, in the forms in which people publish them. */
export interface RetrievalFlow {
  what: string
  flow: SavedFlow
  /** How its documents come: in the flow, with an upsert, from a page, with a document store that is chosen, or by another flow. */
  documents: 'inside' | 'file' | 'page' | 'store' | 'there'
  /** The file that is brought; a PDF when not said. */
  file?: 'tea.pdf' | 'tea.txt' | 'tea.csv' | 'tea.docx'
  /** Whether the caller gets the sources; else they are looked for in what the model was told. */
  gives: 'sources' | 'context'
  /** What the model says, call by call; the answer alone when not said. */
  script?: FakeReply[]
  /** What the import mends of it. */
  repairs?: string[]
}

const splitter: SavedNode = { version: 2, values: { chunkSize: 1000, chunkOverlap: '' } }
/** A model of OpenAI, as flows of 2024 have it. */
export const openAI: SavedNode = {
  version: 6,
  values: { modelName: 'gpt-4o-mini', temperature: 0.9, streaming: true },
}
/** Its embeddings. */
export const ada: SavedNode = {
  version: 4,
  values: { modelName: 'text-embedding-ada-002', stripNewLines: '' },
}
/** The chain that most of these flows end in, and its id. */
export const chain: SavedNode = {
  version: 3,
  values: {
    returnSourceDocuments: true,
    rephrasePrompt:
      'Given the conversation and a follow up question, rephrase it to stand alone.\n\nHistory:\n{chat_history}\nFollow up: {question}\nAlone:',
    responsePrompt:
      'Use the context and nothing else.\n------------\n{context}\n------------\nREMEMBER: say you do not know, else.',
  },
}
export const CHAIN = 'conversationalRetrievalQAChain_0'

/** What such a conversation is made of, each node by its id. */
export interface Parts {
  store: string
  is: SavedNode
  embeddings?: [id: string, node: SavedNode]
  model?: [id: string, node: SavedNode]
  memory?: [id: string, node: SavedNode]
  loader?: [id: string, node: SavedNode]
  split?: [id: string, node: SavedNode] | 'none'
  records?: [id: string, node: SavedNode]
  chain?: SavedNode
  /** The type that the handle of the chain names, in flows that are older. */
  handle?: string
}

/** Loader → store → chain, the form that most of them have. */
export function conversation({
  store,
  is,
  embeddings = ['openAIEmbeddings_0', ada],
  model = ['chatOpenAI_0', openAI],
  memory,
  loader,
  split = ['recursiveCharacterTextSplitter_0', splitter],
  records,
  chain: own = chain,
  handle = 'BaseRetriever',
}: Parts): SavedFlow {
  const splits = loader && split !== 'none' ? [split] : []
  const optional = [memory, loader, ...splits, records].filter((one) => one !== undefined)
  return {
    nodes: {
      ...Object.fromEntries([model, embeddings, ...optional]),
      [store]: { output: 'retriever', ...is },
      [CHAIN]: own,
    },
    wires: [
      [embeddings[0], store, 'embeddings'],
      ...(loader ? splits.map(([id]): SavedFlow['wires'][number] => [id, loader[0], 'textSplitter']) : []),
      ...(loader ? ([[loader[0], store, 'document']] satisfies SavedFlow['wires']) : []),
      ...(records ? ([[records[0], store, 'recordManager']] satisfies SavedFlow['wires']) : []),
      [model[0], CHAIN, 'model'],
      [store, CHAIN, 'vectorStoreRetriever', handle],
      ...(memory ? ([[memory[0], CHAIN, 'memory']] satisfies SavedFlow['wires']) : []),
    ],
  }
}

/** A loader whose file was not published with the flow. */
export const pdf: [string, SavedNode] = [
  'pdfFile_0',
  { version: 1, output: 'document', values: { pdfFile: '', usage: 'perPage', metadata: '' } },
]
/** A memory with a param that is gone since. */
export const bufferMemory: [string, SavedNode] = [
  'bufferMemory_0',
  { version: 1, values: { memoryKey: 'chat_history', inputKey: 'input' } },
]
/** Models of the machine on which the flow was made. */
export const ollama: Pick<Parts, 'model' | 'embeddings'> = {
  model: [
    'chatOllama_0',
    { version: 2, values: { baseUrl: 'http://localhost:11434', modelName: 'llama3.2' } },
  ],
  embeddings: [
    'ollamaEmbedding_0',
    {
      version: 1,
      values: { baseUrl: 'http://localhost:11434', modelName: 'nomic-embed-text', useMMap: true },
    },
  ],
}

/** A chain or agent of its own around one store that is filled with a PDF. */
export function around(
  nodes: Record<string, SavedNode>,
  wires: SavedFlow['wires'],
  { output = 'retriever' }: { output?: string } = {},
): SavedFlow {
  return {
    nodes: {
      chatOpenAI_0: openAI,
      openAIEmbeddings_0: ada,
      recursiveCharacterTextSplitter_0: splitter,
      pdfFile_0: pdf[1],
      memoryVectorStore_0: { version: 1, output, values: { topK: '' } },
      ...nodes,
    },
    wires: [
      ['recursiveCharacterTextSplitter_0', 'pdfFile_0', 'textSplitter'],
      ['pdfFile_0', 'memoryVectorStore_0', 'document'],
      ['openAIEmbeddings_0', 'memoryVectorStore_0', 'embeddings'],
      ...wires,
    ],
  }
}
