import type { TemplateSketch } from '../template-sketch.ts'

const HANDBOOK = [
  'Holidays: everybody has 28 days of holiday a year. Days that are left over may be taken until the end of March.',
  'Working at home: two days a week may be worked at home, after a word with the team.',
  'Expenses: send receipts within 30 days. Trips above 500 euros need an approval first.',
  'Sick days: tell your team before ten. A doctor’s note is needed from the third day on.',
].join('\n\n')

/** Questions to documents. */
export const conversationalRetrievalQa: TemplateSketch = {
  id: 'conversational-retrieval-qa-chain',
  name: 'Conversational Retrieval QA Chain',
  description: 'Answers questions from documents, and shows where the answer stands.',
  type: 'CHATFLOW',
  usecases: ['Documents QnA'],
  explains:
    'The text is cut into pieces and kept in the vector store. For each question the pieces that fit are found, and the model answers from them.',
  needs:
    'It runs at once, without a key, on a small handbook: ask How many days of holiday are there? Put your own text into Handbook, or a PDF loader in its place; then a real chat model and real embeddings in place of the Demo ones.',
  nodes: [
    {
      id: 'recursiveCharacterTextSplitter_0',
      label: 'Splitter',
      at: [0, 0],
      values: { chunkSize: 200, chunkOverlap: 0 },
    },
    {
      id: 'plainText_0',
      label: 'Handbook',
      at: [1.2, 0],
      values: { text: HANDBOOK },
      output: 'document',
    },
    { id: 'demoEmbeddings_0', label: 'Demo embeddings', at: [1.2, 1] },
    {
      id: 'memoryVectorStore_0',
      label: 'Vector store',
      at: [2.4, 0],
      values: { topK: '2', searchType: 'hybrid' },
      output: 'retriever',
    },
    { id: 'chatDemo_0', label: 'Demo model', at: [2.4, 1] },
    { id: 'bufferMemory_0', label: 'Buffer Memory', at: [2.4, 1.6] },
    {
      id: 'conversationalRetrievalQAChain_0',
      label: 'Find and answer',
      at: [3.6, 0.2],
      values: { returnSourceDocuments: true },
    },
  ],
  edges: [
    'recursiveCharacterTextSplitter_0 > plainText_0.textSplitter',
    'plainText_0.document > memoryVectorStore_0.document',
    'demoEmbeddings_0 > memoryVectorStore_0.embeddings',
    'memoryVectorStore_0.retriever > conversationalRetrievalQAChain_0.vectorStoreRetriever',
    'chatDemo_0 > conversationalRetrievalQAChain_0.model',
    'bufferMemory_0 > conversationalRetrievalQAChain_0.memory',
  ],
}
