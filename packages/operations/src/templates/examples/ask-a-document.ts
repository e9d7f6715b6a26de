import type { TemplateSketch } from '../template-sketch.ts'

/** The worked example of documents: a file that is dropped on the chat is read, and answers name its pages. */
export const askADocument: TemplateSketch = {
  id: 'ask-a-document',
  name: 'Ask a document',
  description: 'Answers from a PDF that you drop on the chat, and shows on which page it stands.',
  type: 'CHATFLOW',
  usecases: ['Documents QnA'],
  explains:
    'Open the chat, drop a PDF on it, and ask something that stands in it. The answer names its sources: open one to see the page. Nothing leaves this machine.',
  needs:
    'It runs at once, without a key: Demo model and Demo embeddings are no AI, and find by the words of your question. Put a real chat model and real embeddings in their places. A file chosen in Pdf File is there for everybody who asks.',
  nodes: [
    {
      id: 'recursiveCharacterTextSplitter_0',
      label: 'Splitter',
      at: [0, 0],
      values: { chunkSize: 600, chunkOverlap: 80 },
    },
    {
      id: 'pdfFile_0',
      label: 'Pdf File',
      at: [1.2, 0],
      values: { usage: 'perPage' },
      output: 'document',
    },
    { id: 'demoEmbeddings_0', label: 'Demo embeddings', at: [1.2, 1.3] },
    {
      id: 'runnelVectorStore_0',
      label: 'Vector store',
      at: [2.4, 0],
      values: { fileUpload: true, topK: '3', searchType: 'hybrid' },
      output: 'retriever',
    },
    { id: 'chatDemo_0', label: 'Demo model', at: [2.4, 1.3] },
    { id: 'bufferMemory_0', label: 'Buffer Memory', at: [2.4, 1.9] },
    {
      id: 'conversationalRetrievalQAChain_0',
      label: 'Find and answer',
      at: [3.6, 0.2],
      values: { returnSourceDocuments: true },
    },
  ],
  edges: [
    'recursiveCharacterTextSplitter_0 > pdfFile_0.textSplitter',
    'pdfFile_0.document > runnelVectorStore_0.document',
    'demoEmbeddings_0 > runnelVectorStore_0.embeddings',
    'runnelVectorStore_0.retriever > conversationalRetrievalQAChain_0.vectorStoreRetriever',
    'chatDemo_0 > conversationalRetrievalQAChain_0.model',
    'bufferMemory_0 > conversationalRetrievalQAChain_0.memory',
  ],
}
