import type { FakeOpenAI } from '@runnel/providers/testing'
import { agentEdge, agentNode, chainEdge, chainNode, openAIConfig, type WireNode } from '../example-flows.ts'

/** A flow as it is saved. */
export interface NodeFlow {
  type: 'CHATFLOW' | 'AGENTFLOW'
  nodes: WireNode[]
  edges: object[]
}

/** A node in a chat flow: what is filled in, and the id of its credential. */
export interface NodePart {
  node: string
  values?: object
  credential?: string | undefined
  /** Which of several outputs is wired. */
  output?: string
}

/** Nodes that are wired in a chat flow; edges lead from each to the anchor of another. */
export type Wire = [source: string, target: string, anchor: string, type: string]

/** The id of the first node of this type. */
export const idOf = (node: string) => `${node}_0`

function partNode({ node, values = {}, credential, output }: NodePart): WireNode {
  const made = chainNode(idOf(node), node, { ...values })
  made.data.name = node
  if (credential !== undefined) made.data.credential = credential
  if (output !== undefined) made.data.outputs = { output }
  return made
}

/** A chat flow of parts, one of each type, and of wires between them, by type. */
export function wired(parts: NodePart[], wires: Wire[]): NodeFlow {
  const outputOf = (node: string) => parts.find((part) => part.node === node)?.output
  return {
    type: 'CHATFLOW',
    nodes: parts.map(partNode),
    edges: wires.map(([source, target, anchor, type]) => {
      return chainEdge(idOf(source), idOf(target), [anchor, type, outputOf(source) ?? source])
    }),
  }
}

/** The fake model of a flow, and its key. */
export interface OwnModel {
  vendor: FakeOpenAI
  credentialId: string
}

/** The flow's own model as a part. */
export function ownModel({ vendor, credentialId }: OwnModel): NodePart {
  const { FLOWISE_CREDENTIAL_ID, ...values } = openAIConfig(vendor, credentialId)
  return { node: 'chatOpenAI', values, credential: String(FLOWISE_CREDENTIAL_ID) }
}

/** A model → Conversation Chain. */
export const talkFlow = (model: NodePart, ...others: NodePart[]) =>
  wired(
    [model, ...others, { node: 'conversationChain' }],
    [
      [model.node, 'conversationChain', 'model', 'BaseChatModel'],
      ...others.map(({ node }): Wire => [node, 'conversationChain', 'memory', 'BaseMemory']),
    ],
  )

/** A model and a prompt that is the question → LLM Chain. */
export const promptedFlow = (model: NodePart) =>
  wired(
    [model, { node: 'promptTemplate', values: { template: '{question}' } }, { node: 'llmChain' }],
    [
      [model.node, 'llmChain', 'model', 'BaseLanguageModel'],
      ['promptTemplate', 'llmChain', 'prompt', 'BasePromptTemplate'],
    ],
  )

/** A JSON file as the editor saves it. */
export const jsonFileValue = (value: unknown) =>
  `data:application/json;base64,${btoa(JSON.stringify(value))},filename:a.json`

/** Texts as documents, one of each. */
export const textsPart = (...texts: string[]): NodePart => ({
  node: 'jsonFile',
  values: { jsonFile: jsonFileValue(texts) },
})

/** What a flow over documents is made of; what is not said is the product's own. */
export interface LibraryParts {
  source?: NodePart
  /** None for a store that makes its vectors itself. */
  embeddings?: NodePart | 'none'
  store?: NodePart
  /** Between the store and the chain: what it is wired to, by anchor and type, and with which output of the store. */
  retriever?: NodePart & { anchor: [anchor: string, type: string, output: string] }
  /** What else there is. */
  more?: { parts: NodePart[]; wires: Wire[] }
}

const DEMO_TEXT = 'Green tea wants seventy degrees.'
const CHAIN = 'conversationalRetrievalQAChain'

/** Documents → store → chain of the Demo model, which gives its sources. */
export function libraryFlow({
  source = { node: 'plainText', values: { text: DEMO_TEXT } },
  embeddings = { node: 'demoEmbeddings' },
  store = { node: 'memoryVectorStore', values: { topK: '20' } },
  retriever,
  more = { parts: [], wires: [] },
}: LibraryParts): NodeFlow {
  const embedders = embeddings === 'none' ? [] : [embeddings]
  const [anchor = '', type = '', output = 'retriever'] = retriever?.anchor ?? []
  const wires: Wire[] = [
    [source.node, store.node, 'document', 'Document'],
    ...embedders.map(({ node }): Wire => [node, store.node, 'embeddings', 'Embeddings']),
    ...(retriever ? [[store.node, retriever.node, anchor, type] satisfies Wire] : []),
    ...more.wires,
  ]
  const parts = [{ ...source, output: source.output ?? 'document' }, ...embedders, { ...store, output }]
  return answeredBy(retriever ?? store, { parts: [...parts, ...more.parts], wires })
}

/** A retriever, or a store, and what is wired to it → chain of the Demo model, which gives its sources. */
export function answeredBy(
  found: NodePart,
  { parts, wires }: { parts: NodePart[]; wires: Wire[] } = { parts: [], wires: [] },
): NodeFlow {
  const isThere = parts.some(({ node }) => node === found.node)
  return wired(
    [
      ...parts,
      ...(isThere ? [] : [found]),
      { node: 'chatDemo' },
      { node: CHAIN, values: { returnSourceDocuments: true } },
    ],
    [
      ...wires,
      [found.node, CHAIN, 'vectorStoreRetriever', 'BaseRetriever'],
      ['chatDemo', CHAIN, 'model', 'BaseChatModel'],
    ],
  )
}

/** Start → Agent with tools, on the flow's own model. */
export function agentFlow({ vendor, credentialId }: OwnModel, tools: NodePart[]): NodeFlow {
  const agent = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(vendor, credentialId) },
    agentTools: tools.map(({ node, values, credential }) => ({
      agentSelectedTool: node,
      agentSelectedToolConfig: {
        agentSelectedTool: node,
        ...values,
        ...(credential !== undefined && { FLOWISE_CREDENTIAL_ID: credential }),
      },
    })),
  }
  return {
    type: 'AGENTFLOW',
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
      agentNode('agentAgentflow_0', 'agentAgentflow', agent),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  }
}
