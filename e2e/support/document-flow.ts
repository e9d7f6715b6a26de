/** Columns of the drawing, from left to right, in pixels. */
const COLUMNS = { parts: 0, loader: 340, store: 680, chain: 1020 }
const STEP = 240

type Place = [column: keyof typeof COLUMNS, row: number]

function node([name, label]: [name: string, label: string], [column, row]: Place, inputs = {}) {
  const id = `${name}_0`
  const position = { x: COLUMNS[column], y: row * STEP }
  return { id, type: 'customNode', position, data: { id, name, label, inputs, outputs: {} } }
}

function edge(from: string, to: string, [input, type, output = from]: [string, string, string?]) {
  const source = `${from}_0`
  const target = `${to}_0`
  const targetHandle = `${target}-input-${input}-${type}`
  const sourceHandle = `${source}-output-${output}-${type}`
  return { id: `${source}-${targetHandle}`, source, target, sourceHandle, targetHandle, type: 'buttonedge' }
}

/** A chatflow that answers from a PDF, by the Demo model, word by word in so many milliseconds: all but the file itself. */
export function documentFlow({ delayMs = 0 }: { delayMs?: number } = {}) {
  const chain = 'conversationalRetrievalQAChain'
  return {
    nodes: [
      node(['chatDemo', 'Demo model'], ['store', 1], { delayMs }),
      node(['bufferMemory', 'Buffer Memory'], ['store', 2], { memoryKey: 'chat_history' }),
      node(['demoEmbeddings', 'Demo embeddings'], ['loader', 1]),
      node(['recursiveCharacterTextSplitter', 'Splitter'], ['parts', 0], {
        chunkSize: 200,
        chunkOverlap: 20,
      }),
      node(['pdfFile', 'Pdf File'], ['loader', 0], { usage: 'perPage' }),
      node(['memoryVectorStore', 'Store'], ['store', 0], { topK: '1' }),
      node([chain, 'Answers'], ['chain', 0], { returnSourceDocuments: true }),
    ],
    edges: [
      edge('chatDemo', chain, ['model', 'BaseChatModel']),
      edge('bufferMemory', chain, ['memory', 'BaseMemory']),
      edge('recursiveCharacterTextSplitter', 'pdfFile', ['textSplitter', 'TextSplitter']),
      edge('pdfFile', 'memoryVectorStore', ['document', 'Document', 'document']),
      edge('demoEmbeddings', 'memoryVectorStore', ['embeddings', 'Embeddings']),
      edge('memoryVectorStore', chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
    ],
  }
}

/** A chatflow that answers from a document store, by the Demo model. */
export function storeFlow(selectedStore: string) {
  const chain = 'conversationalRetrievalQAChain'
  return {
    nodes: [
      node(['chatDemo', 'Demo model'], ['store', 1], { delayMs: 0 }),
      node(['documentStoreVS', 'Library'], ['store', 0], { selectedStore }),
      node([chain, 'Answers'], ['chain', 0], { returnSourceDocuments: true }),
    ],
    edges: [
      edge('chatDemo', chain, ['model', 'BaseChatModel']),
      edge('documentStoreVS', chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
    ],
  }
}
