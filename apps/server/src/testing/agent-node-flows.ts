import type { FakeOpenAI } from '@runnel/providers/testing'
import { agentEdge, agentNode, openAIConfig } from './example-flows.ts'

/** What the flows of this file call: the vendor, and a server of orders. */
export interface Called {
  vendor: FakeOpenAI
  credentialId: string
  /** Of the server of orders: `http://host:port`. */
  origin: string
  /** The key of that server. */
  keyId: string
}

const start = () => agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start')

function model(param: string, { vendor, credentialId }: Called) {
  return {
    [param]: 'chatOpenAI',
    [`${param}Config`]: { [param]: 'chatOpenAI', ...openAIConfig(vendor, credentialId) },
  }
}

/** Start → Condition Agent → (a price is looked up, computed and ordered) or (the library and an agent with knowledge). */
export function orderFlow(called: Called) {
  const knowledge = {
    vectorStore: 'memoryVectorStore',
    vectorStoreConfig: { vectorStore: 'memoryVectorStore' },
    embeddingModel: 'openAIEmbeddings',
    embeddingModelConfig: {
      embeddingModel: 'openAIEmbeddings',
      ...openAIConfig(called.vendor, called.credentialId, { modelName: 'text-embedding-3-small' }),
    },
  }
  return {
    nodes: [
      start(),
      agentNode('conditionAgentAgentflow_0', 'conditionAgentAgentflow', {
        ...model('conditionAgentModel', called),
        conditionAgentInstructions: 'What do they want?',
        conditionAgentInput: '{{question}}',
        conditionAgentScenarios: [{ scenario: 'They order' }, { scenario: 'They ask' }],
      }),
      agentNode('httpAgentflow_0', 'httpAgentflow', {
        method: 'GET',
        url: `${called.origin}/price?of={{question}}`,
        FLOWISE_CREDENTIAL_ID: called.keyId,
      }),
      agentNode('toolAgentflow_0', 'toolAgentflow', {
        toolAgentflowSelectedTool: 'calculator',
        toolInputArgs: [
          { inputArgName: 'input', inputArgValue: '{{httpAgentflow_0.output.http.data.price}} * 2' },
        ],
      }),
      agentNode('httpAgentflow_1', 'httpAgentflow', {
        method: 'POST',
        url: `${called.origin}/orders`,
        bodyType: 'formData',
        body: [{ key: 'sum', value: '{{toolAgentflow_0}}' }],
      }),
      agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
        directReplyMessage: 'Ordered for {{toolAgentflow_0}}: {{httpAgentflow_1.output.http.data.number}}',
      }),
      agentNode('retrieverAgentflow_0', 'retrieverAgentflow', {
        retrieverQuery: '{{question}}',
        retrieverKnowledgeVSEmbeddings: [knowledge],
      }),
      agentNode('agentAgentflow_0', 'agentAgentflow', {
        ...model('agentModel', called),
        agentKnowledgeVSEmbeddings: [
          { ...knowledge, knowledgeName: 'Tea Book', knowledgeDescription: 'All of tea.' },
        ],
      }),
    ],
    edges: [
      agentEdge('startAgentflow_0', 'conditionAgentAgentflow_0'),
      agentEdge('conditionAgentAgentflow_0', 'httpAgentflow_0', 0),
      agentEdge('httpAgentflow_0', 'toolAgentflow_0'),
      agentEdge('toolAgentflow_0', 'httpAgentflow_1'),
      agentEdge('httpAgentflow_1', 'directReplyAgentflow_0'),
      agentEdge('conditionAgentAgentflow_0', 'retrieverAgentflow_0', 1),
      agentEdge('retrieverAgentflow_0', 'agentAgentflow_0'),
    ],
  }
}

/** Start → HTTP with a key, at an address that may come from whoever asks. */
export function keyFlow(url: string, keyId: string) {
  return {
    nodes: [
      start(),
      agentNode('httpAgentflow_0', 'httpAgentflow', { url, FLOWISE_CREDENTIAL_ID: keyId }, 'Orders'),
    ],
    edges: [agentEdge('startAgentflow_0', 'httpAgentflow_0')],
  }
}

interface FakeMessage {
  role: string
  content?: unknown
}

/** Decides by the question, and looks once into the book of tea. */
export function playClerkOfTea({ body }: { body: { messages?: FakeMessage[] } }) {
  const messages = body.messages ?? []
  const isDecision = String(messages[0]?.content).includes('You decide which scenario fits')
  if (isDecision) {
    const isOrder = String(messages.at(-1)?.content).includes('"input":"order')
    return { text: JSON.stringify({ output: isOrder ? 'They order' : 'They ask' }) }
  }
  const found = messages.find(({ role }) => role === 'tool')
  if (found) return { text: `The book says: ${String(found.content)}` }
  return { toolCalls: [{ id: 'call_1', name: 'tea_book', input: { input: 'How hot?' } }] }
}
