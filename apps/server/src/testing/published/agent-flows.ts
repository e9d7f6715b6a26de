import type { FakeReply } from '@runnel/providers/testing'
import {
  ANSWER,
  around,
  bufferMemory,
  CHAIN,
  chain,
  openAI,
  QUESTION,
  type RetrievalFlow,
} from './retrieval-flow.ts'
import type { SavedFlow, SavedNode } from './saved-chat-flow.ts'

const retrieverTool: SavedNode = {
  version: 2,
  values: {
    name: 'search_tea',
    description: 'Searches and returns documents about tea',
    returnSourceDocuments: true,
  },
}
const asksTool: FakeReply[] = [
  { toolCalls: [{ id: 'call_1', name: 'search_tea', input: { input: QUESTION } }] },
  { text: ANSWER },
]

/** An agent that looks into the store by a tool. */
const agent = (id: string, node: SavedNode, model = 'model'): SavedFlow =>
  around({ [id]: node, retrieverTool_0: retrieverTool, bufferMemory_0: bufferMemory[1] }, [
    ['memoryVectorStore_0', 'retrieverTool_0', 'retriever'],
    ['retrieverTool_0', id, 'tools', 'Tool'],
    ['chatOpenAI_0', id, model, 'BaseChatModel'],
    ['bufferMemory_0', id, 'memory', 'BaseChatMemory'],
  ])

/** Flows whose agent or retriever stands between the store and the answer. */
export const agentFlows: RetrievalFlow[] = [
  {
    what: 'an agent that looks into a document store',
    documents: 'store',
    gives: 'sources',
    script: asksTool,
    flow: {
      nodes: {
        chatOpenAI_0: openAI,
        documentStoreVS_0: { version: 1, output: 'retriever' },
        retrieverTool_0: { ...retrieverTool, version: 3 },
        bufferMemory_0: { version: 2, values: { memoryKey: 'chat_history' } },
        toolAgent_0: { version: 2, values: { systemMessage: 'You are a helpful AI assistant.' } },
      },
      wires: [
        ['documentStoreVS_0', 'retrieverTool_0', 'retriever'],
        ['retrieverTool_0', 'toolAgent_0', 'tools'],
        ['chatOpenAI_0', 'toolAgent_0', 'model'],
        ['bufferMemory_0', 'toolAgent_0', 'memory'],
      ],
    },
  },
  {
    what: 'a tool agent',
    documents: 'file',
    gives: 'sources',
    script: asksTool,
    flow: agent('toolAgent_0', { version: 1, values: { systemMessage: 'You know tea.' } }),
  },
  {
    what: 'a conversational agent, which says in its text what it does',
    documents: 'file',
    gives: 'sources',
    script: [
      { text: JSON.stringify({ action: 'search_tea', action_input: QUESTION }) },
      { text: JSON.stringify({ action: 'Final Answer', action_input: ANSWER }) },
    ],
    flow: agent('conversationalAgent_0', { version: 3, values: { systemMessage: 'You know tea.' } }),
  },
  ...['openAIFunctionAgent', 'openAIToolAgent', 'conversationalRetrievalAgent'].map(
    (node): RetrievalFlow => ({
      what: `the agent ${node}, which was removed`,
      documents: 'file',
      gives: 'sources',
      script: asksTool,
      flow: agent(`${node}_0`, { version: 1, values: { systemMessage: 'You know tea.' } }),
      repairs: ['node_replaced_type'],
    }),
  ),
  {
    what: 'a chain that an agent uses as a tool',
    documents: 'file',
    gives: 'context',
    script: [
      { toolCalls: [{ id: 'call_1', name: 'tea-qa', input: { input: QUESTION } }] },
      { text: 'Seventy, it says.' },
      { text: ANSWER },
    ],
    flow: around(
      {
        retrievalQAChain_0: { version: 1 },
        chainTool_0: {
          version: 1,
          values: { name: 'tea-qa', description: 'Knows all of tea', returnDirect: '' },
        },
        toolAgent_0: { version: 1 },
        bufferMemory_0: bufferMemory[1],
      },
      [
        ['memoryVectorStore_0', 'retrievalQAChain_0', 'vectorStoreRetriever'],
        ['chatOpenAI_0', 'retrievalQAChain_0', 'model'],
        ['retrievalQAChain_0', 'chainTool_0', 'baseChain'],
        ['chainTool_0', 'toolAgent_0', 'tools'],
        ['chatOpenAI_0', 'toolAgent_0', 'model'],
        ['bufferMemory_0', 'toolAgent_0', 'memory'],
      ],
    ),
  },
  {
    what: 'a chain on a store itself',
    documents: 'file',
    gives: 'context',
    flow: around(
      { vectorDBQAChain_0: { version: 1 } },
      [
        ['memoryVectorStore_0', 'vectorDBQAChain_0', 'vectorStore'],
        ['chatOpenAI_0', 'vectorDBQAChain_0', 'model'],
      ],
      { output: 'vectorStore' },
    ),
  },
  {
    what: 'a chain that chooses among stores',
    documents: 'file',
    gives: 'sources',
    script: [
      { text: '{"destination":"tea","next_inputs":"How hot is green tea steeped?"}' },
      { text: ANSWER },
    ],
    flow: around(
      {
        vectorStoreRetriever_0: { version: 1, values: { name: 'tea', description: 'Good for tea' } },
        multiRetrievalQAChain_0: { version: 1, values: { returnSourceDocuments: true } },
      },
      [
        ['memoryVectorStore_0', 'vectorStoreRetriever_0', 'vectorStore'],
        ['vectorStoreRetriever_0', 'multiRetrievalQAChain_0', 'vectorStoreRetriever'],
        ['chatOpenAI_0', 'multiRetrievalQAChain_0', 'model'],
      ],
      { output: 'vectorStore' },
    ),
  },
  {
    what: 'a retriever that asks a model for other questions',
    documents: 'file',
    gives: 'sources',
    script: [{ text: '<questions>\nHow hot is tea?\n</questions>' }, { text: ANSWER }],
    flow: around(
      { multiQueryRetriever_0: { version: 1, values: { modelPrompt: '' } }, [CHAIN]: chain },
      [
        ['memoryVectorStore_0', 'multiQueryRetriever_0', 'vectorStore'],
        ['chatOpenAI_0', 'multiQueryRetriever_0', 'model'],
        ['multiQueryRetriever_0', CHAIN, 'vectorStoreRetriever'],
        ['chatOpenAI_0', CHAIN, 'model'],
      ],
      { output: 'vectorStore' },
    ),
  },
  {
    what: 'a retriever that imagines the answer first',
    documents: 'file',
    gives: 'sources',
    script: [{ text: 'Green tea is steeped hot.' }, { text: ANSWER }],
    flow: around(
      {
        HydeRetriever_0: { version: 2, output: 'retriever', values: { promptKey: 'websearch', topK: '' } },
        [CHAIN]: chain,
      },
      [
        ['memoryVectorStore_0', 'HydeRetriever_0', 'vectorStore'],
        ['chatOpenAI_0', 'HydeRetriever_0', 'model'],
        ['HydeRetriever_0', CHAIN, 'vectorStoreRetriever'],
        ['chatOpenAI_0', CHAIN, 'model'],
      ],
      { output: 'vectorStore' },
    ),
  },
  {
    what: 'a retriever with a least score',
    documents: 'file',
    gives: 'sources',
    flow: around(
      {
        similarityThresholdRetriever_0: {
          version: 2,
          output: 'retriever',
          values: { minSimilarityScore: '10', maxK: '20', kIncrement: '2' },
        },
        [CHAIN]: chain,
      },
      [
        ['memoryVectorStore_0', 'similarityThresholdRetriever_0', 'vectorStore'],
        ['similarityThresholdRetriever_0', CHAIN, 'vectorStoreRetriever'],
        ['chatOpenAI_0', CHAIN, 'model'],
      ],
      { output: 'vectorStore' },
    ),
  },
]
