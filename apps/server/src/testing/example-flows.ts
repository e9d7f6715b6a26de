import type { FakeOpenAI } from '@runnel/providers/testing'

/** Flows in the reference's wire form, as small as they can be, for tests that speak HTTP. */

/** A node as the wire has it. */
export interface WireNode {
  id: string
  type: string
  position: { x: number; y: number }
  data: Record<string, unknown>
}

let column = 0

/** One node of an agent flow by its type and inputs. */
export function agentNode(
  id: string,
  name: string,
  inputs: Record<string, unknown> = {},
  label = id,
): WireNode {
  column += 1
  return { id, type: 'agentFlow', position: { x: column * 300, y: 0 }, data: { id, name, label, inputs } }
}

/** An edge of an agent flow; `branch` is the index of a condition's output. */
export function agentEdge(source: string, target: string, branch?: number) {
  const sourceHandle = `${source}-output-${branch ?? source.split('_')[0]}`
  return {
    id: `${source}-${sourceHandle}-${target}-${target}`,
    source,
    sourceHandle,
    target,
    targetHandle: target,
    type: 'agentFlow',
    data: {},
  }
}

/** Start → Direct Reply. */
export function replyFlow(message: unknown = 'You said {{question}}') {
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      agentNode('directReplyAgentflow_0', 'directReplyAgentflow', { directReplyMessage: message }, 'Reply'),
    ],
    edges: [agentEdge('startAgentflow_0', 'directReplyAgentflow_0')],
  }
}

/** What an LLM node of the fake vendor needs. */
export function openAIConfig(vendor: FakeOpenAI, credentialId: string, extra: Record<string, unknown> = {}) {
  return { modelName: 'gpt-4o-mini', basepath: vendor.baseURL, FLOWISE_CREDENTIAL_ID: credentialId, ...extra }
}

/** Start → LLM of OpenAI itself, which uses a credential. */
export function credentialFlow(credentialId: string) {
  const llmModelConfig = { llmModel: 'chatOpenAI', modelName: 'x', FLOWISE_CREDENTIAL_ID: credentialId }
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      agentNode('llmAgentflow_0', 'llmAgentflow', { llmModel: 'chatOpenAI', llmModelConfig }),
    ],
    edges: [agentEdge('startAgentflow_0', 'llmAgentflow_0')],
  }
}

/** Start → `count` LLM nodes in a row, on the fake vendor. */
export function llmFlow(vendor: FakeOpenAI, credentialId: string, count = 1) {
  const ids = Array.from({ length: count }, (_, index) => `llmAgentflow_${index}`)
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      ...ids.map((id) =>
        agentNode(id, 'llmAgentflow', {
          llmModel: 'chatOpenAI',
          llmModelConfig: { llmModel: 'chatOpenAI', ...openAIConfig(vendor, credentialId) },
          llmEnableMemory: true,
          llmMemoryType: 'allMessages',
          llmReturnResponseAs: 'userMessage',
        }),
      ),
    ],
    edges: ['startAgentflow_0', ...ids]
      .slice(0, -1)
      .map((source, index) => agentEdge(source, ids[index] ?? '')),
  }
}

/** One node of a chat flow by its type and inputs. */
export function chainNode(id: string, label: string, inputs: Record<string, unknown>): WireNode {
  column += 1
  return {
    id,
    type: 'customNode',
    position: { x: column * 300, y: 0 },
    data: { id, name: id.split('_')[0], label, inputs },
  }
}

/** An edge of a chat flow; the input's name and type make its handle, and the chosen output where there is a choice. */
export function chainEdge(
  source: string,
  target: string,
  [input, type, output]: [input: string, type: string, output?: string],
) {
  const name = output ?? source.split('_')[0]
  const sourceHandle = `${source}-output-${name}-${type}`
  const targetHandle = `${target}-input-${input}-${type}`
  return {
    id: `${source}-${targetHandle}`,
    source,
    sourceHandle,
    target,
    targetHandle,
    type: 'buttonedge',
    data: {},
  }
}

/** Chat model and memory → Conversation Chain, on the fake vendor. */
export function chatFlow(vendor: FakeOpenAI, credentialId: string) {
  const { FLOWISE_CREDENTIAL_ID: credential, ...model } = openAIConfig(vendor, credentialId)
  const nodes = [
    chainNode('chatOpenAI_0', 'ChatOpenAI', { ...model, streaming: true }),
    chainNode('bufferMemory_0', 'Buffer Memory', { memoryKey: 'chat_history' }),
    chainNode('conversationChain_0', 'Conversation Chain', { systemMessagePrompt: 'Be kind.' }),
  ]
  const [chat] = nodes
  if (chat) chat.data.credential = credential
  return {
    nodes,
    edges: [
      chainEdge('chatOpenAI_0', 'conversationChain_0', ['model', 'BaseChatModel']),
      chainEdge('bufferMemory_0', 'conversationChain_0', ['memory', 'BaseMemory']),
    ],
  }
}

/** Chat model and Prompt Template → LLM Chain, on the fake vendor. */
export function promptFlow(vendor: FakeOpenAI, credentialId: string, inputs: Record<string, unknown>) {
  return {
    nodes: [
      ...chatFlow(vendor, credentialId).nodes.slice(0, 1),
      chainNode('promptTemplate_0', 'Prompt Template', inputs),
      chainNode('llmChain_0', 'LLM Chain', {}),
    ],
    edges: [
      chainEdge('chatOpenAI_0', 'llmChain_0', ['model', 'BaseLanguageModel']),
      chainEdge('promptTemplate_0', 'llmChain_0', ['prompt', 'BasePromptTemplate']),
    ],
  }
}

/** A PDF → splitter, embeddings → vector store → Conversational Retrieval QA Chain with a memory, on the fake vendor. */
export function documentFlow(vendor: FakeOpenAI, credentialId: string, pdfFile: string) {
  const { nodes, edges } = chatFlow(vendor, credentialId)
  const chat = nodes.slice(0, 2)
  const embeddings = chainNode('openAIEmbeddings_0', 'OpenAI Embeddings', {
    modelName: 'text-embedding-3-small',
    basepath: vendor.baseURL,
  })
  embeddings.data.credential = credentialId
  const chain = 'conversationalRetrievalQAChain_0'
  const store = 'memoryVectorStore_0'
  return {
    nodes: [
      ...chat,
      embeddings,
      chainNode('recursiveCharacterTextSplitter_0', 'Splitter', { chunkSize: 200, chunkOverlap: 20 }),
      chainNode('pdfFile_0', 'Pdf File', { pdfFile, usage: 'perPage' }),
      chainNode(store, 'Store', { topK: '1' }),
      chainNode(chain, 'Conversational Retrieval QA Chain', { returnSourceDocuments: true }),
    ],
    edges: [
      ...edges.map(({ source, targetHandle }) => {
        const [, input = '', type = ''] = /-input-(\w+)-(\w+)$/.exec(targetHandle) ?? []
        return chainEdge(source, chain, [input, type])
      }),
      chainEdge('recursiveCharacterTextSplitter_0', 'pdfFile_0', ['textSplitter', 'TextSplitter']),
      chainEdge('pdfFile_0', store, ['document', 'Document', 'document']),
      chainEdge('openAIEmbeddings_0', store, ['embeddings', 'Embeddings']),
      chainEdge(store, chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
    ],
  }
}
