import { conversation, ollama, PASSAGE, pdf, type RetrievalFlow } from './retrieval-flow.ts'

/** Flows whose documents, loaders and models differ. */
export const documentFlows: RetrievalFlow[] = [
  {
    what: 'a PDF in memory, of the first version of everything',
    documents: 'file',
    gives: 'sources',
    flow: conversation({
      store: 'memoryVectorStore_0',
      is: { version: 1, values: { topK: '' } },
      model: ['chatOpenAI_0', { version: 1, values: { modelName: 'gpt-3.5-turbo', temperature: '0.5' } }],
      embeddings: ['openAIEmbeddings_0', { version: 1, values: { stripNewLines: '' } }],
      loader: pdf,
      split: [
        'recursiveCharacterTextSplitter_0',
        { version: 1, values: { chunkSize: '1000', chunkOverlap: '200' } },
      ],
      chain: {
        version: 1,
        values: { returnSourceDocuments: true, systemMessagePrompt: 'Be kind.', chainOption: '' },
      },
    }),
  },
  {
    what: 'a text in memory, without versions and handles',
    documents: 'file',
    file: 'tea.txt',
    gives: 'sources',
    flow: {
      hasNoHandles: true,
      ...conversation({
        store: 'memoryVectorStore_0',
        is: {},
        loader: ['textFile_0', { output: 'document', values: { txtFile: '' } }],
        chain: { values: { returnSourceDocuments: true } },
      }),
    },
    repairs: ['edge_guessed_handle', 'node_missing_version'],
  },
  {
    what: 'a plain text, and a chain whose handle is of the older type',
    documents: 'inside',
    gives: 'context',
    flow: {
      ...conversation({
        store: 'memoryVectorStore_0',
        is: { version: 1 },
        loader: ['plainText_0', { version: 2, output: 'document', values: { text: PASSAGE } }],
        split: ['characterTextSplitter_0', { version: 1, values: { separator: '', chunkSize: 1000 } }],
        memory: ['bufferWindowMemory_0', { version: 1, values: { k: '4', memoryKey: 'chat_history' } }],
        chain: { version: 2, values: { returnSourceDocuments: '' } },
        handle: 'VectorStoreRetriever',
      }),
    },
  },
  {
    what: 'a table of a file',
    documents: 'file',
    file: 'tea.csv',
    gives: 'sources',
    flow: conversation({
      store: 'memoryVectorStore_0',
      is: { version: 1 },
      loader: ['csvFile_0', { version: 1, output: 'document', values: { csvFile: '', columnName: '' } }],
    }),
  },
  {
    what: 'a Word document',
    documents: 'file',
    file: 'tea.docx',
    gives: 'sources',
    flow: conversation({
      store: 'memoryVectorStore_0',
      is: { version: 1 },
      loader: ['docxFile_0', { version: 1, output: 'document', values: { docxFile: '' } }],
    }),
  },
  {
    what: 'any file',
    documents: 'file',
    gives: 'sources',
    flow: conversation({
      store: 'memoryVectorStore_0',
      is: { version: 1 },
      loader: ['fileLoader_0', { version: 2, output: 'document', values: { file: '', usage: 'perPage' } }],
    }),
  },
  {
    what: 'a page of the web, as Markdown',
    documents: 'page',
    gives: 'sources',
    flow: conversation({
      store: 'memoryVectorStore_0',
      is: { version: 1 },
      loader: [
        'cheerioWebScraper_0',
        {
          version: 1.1,
          output: 'document',
          values: { url: 'https://tea.example/', relativeLinksMethod: '', limit: '', selector: '' },
        },
      ],
      split: ['htmlToMarkdownTextSplitter_0', { version: 1, values: { chunkSize: 4000 } }],
    }),
  },
  {
    what: 'models of this machine',
    documents: 'file',
    gives: 'sources',
    flow: conversation({
      ...ollama,
      store: 'faiss_0',
      is: { version: 1, values: { basePath: '/home/ada/vectors', topK: '' } },
      loader: pdf,
    }),
  },
  {
    what: 'Gemini and its embeddings',
    documents: 'file',
    gives: 'sources',
    flow: conversation({
      model: ['chatGoogleGenerativeAI_0', { version: 2, values: { modelName: 'gemini-2.5-flash' } }],
      embeddings: [
        'googleGenerativeAiEmbeddings_0',
        { version: 2, values: { modelName: 'gemini-embedding-001', tasktype: 'TASK_TYPE_UNSPECIFIED' } },
      ],
      store: 'memoryVectorStore_0',
      is: { version: 1 },
      loader: pdf,
    }),
  },
  {
    what: 'Groq and embeddings of HuggingFace',
    documents: 'file',
    gives: 'sources',
    flow: conversation({
      model: ['groqChat_0', { version: 3, values: { modelName: 'llama-3.3-70b-versatile' } }],
      embeddings: [
        'huggingFaceInferenceEmbeddings_0',
        { version: 1, values: { modelName: 'BAAI/bge-base-en-v1.5', endpoint: '' } },
      ],
      store: 'memoryVectorStore_0',
      is: { version: 1 },
      loader: pdf,
    }),
  },
  {
    what: 'Claude and embeddings of Cohere',
    documents: 'file',
    gives: 'sources',
    flow: conversation({
      model: ['chatAnthropic_0', { version: 6, values: { modelName: 'claude-haiku-4-5' } }],
      embeddings: [
        'cohereEmbeddings_0',
        { version: 1, values: { modelName: 'embed-v4.0', inputType: 'search_query' } },
      ],
      store: 'memoryVectorStore_0',
      is: { version: 1 },
      loader: pdf,
    }),
  },
]
