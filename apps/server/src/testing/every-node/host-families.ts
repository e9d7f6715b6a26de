import type { JsonObject } from '@runnel/contract'
import {
  loaderCases,
  mcpCases,
  outsideCaches,
  outsideMemories,
  storeCases,
  toolCases,
} from '@runnel/nodes/testing'
import {
  chatModelCases,
  embedderCases,
  imageCases,
  RECORDING,
  rerankerCases,
  speechCases,
} from '@runnel/providers/testing'
import { agentEdge, agentNode, replyFlow } from '../example-flows.ts'
import { fileValue, loadersHere } from './loaders-here.ts'
import {
  agentFlow,
  libraryFlow,
  type NodeFlow,
  type NodePart,
  ownModel,
  promptedFlow,
  talkFlow,
  textsPart,
  wired,
} from './node-flows.ts'
import { EVERY_NODE, type NodeWorld } from './node-world.ts'
import { partsBesideNodes } from './parts-beside-nodes.ts'
import type { PlayModel } from './play-model.ts'
import { retrievalParts } from './retrieval-parts.ts'
import { talkParts } from './talk-parts.ts'
import { toolsHere } from './tools-here.ts'

/** What is filled in of a node before its host is another one. */
interface Filled {
  node: string
  values?: JsonObject
  credential?: Record<string, string>
  account?: Record<string, string>
  /** What a model asks of a tool. */
  input?: unknown
}

/** How the nodes of a family are run, so that each calls its server. */
export interface HostFamily {
  cases: readonly Filled[]
  flow(part: NodePart, world: NodeWorld): NodeFlow | Promise<NodeFlow>
  /** Settings of the flow. */
  fields?(part: NodePart): object
  /** What begins the run: an upsert where nothing is asked. */
  asks?: object
  /** The flow's own model, where it does more than call the tool that it is given. */
  model?: PlayModel
}

const embedsItself = new Set(storeCases.flatMap((each) => (each.embedsItself ? [each.node] : [])))
const isOlder = ({ node }: NodePart) => EVERY_NODE.get(node)?.category === 'LLMs'
const settings = new Map(speechCases.map(({ node, setting }) => [node, setting]))
const asks = { question: 'Which tea?' }
const recording = {
  type: 'audio',
  name: 'recording.webm',
  mime: 'audio/webm',
  data: `data:audio/webm;codecs=opus;base64,${Buffer.from(RECORDING).toString('base64')}`,
}

const parts = [...partsBesideNodes, ...retrievalParts, ...talkParts]

/** The families whose nodes call servers, with the cases of their tests: a new node with a case is among them. */
export const hostFamilies: readonly HostFamily[] = [
  {
    cases: [...loadersHere(loaderCases), ...loaderCases].map((each) => ({
      ...each,
      values: { ...each.values, ...fileValue(each) },
    })),
    flow: (source) => libraryFlow({ source }),
  },
  {
    cases: storeCases,
    flow: (store) =>
      libraryFlow({
        source: textsPart('tea'),
        store,
        ...(embedsItself.has(store.node) && { embeddings: 'none' as const }),
      }),
  },
  { cases: embedderCases, flow: (embeddings) => libraryFlow({ embeddings }) },
  { cases: chatModelCases, flow: (part) => (isOlder(part) ? promptedFlow(part) : talkFlow(part)), asks },
  { cases: outsideMemories, flow: (part, { scene }) => talkFlow(ownModel(scene), part), asks },
  { cases: toolsHere(toolCases), flow: (part, { scene }) => agentFlow(scene, [part]), asks },
  {
    cases: mcpCases.map((each) => ({ ...each, values: { ...each.values, mcpActions: '["add"]' } })),
    flow: (part, { scene }) => agentFlow(scene, [part]),
    asks,
  },
  {
    cases: imageCases.map((each) => ({ ...each, input: { prompt: 'A kettle' } })),
    flow: ({ node, values, credential }, { scene }) => {
      const chosen = { chosenImageModel: node, ...values, FLOWISE_CREDENTIAL_ID: credential ?? '' }
      const drawing = { chosenImageModel: node, chosenImageModelConfig: chosen }
      return agentFlow(scene, [{ node: 'imageGenerationTool', values: drawing }])
    },
    asks,
  },
  {
    cases: speechCases.filter(({ setting }) => setting === 'speechToText'),
    flow: () => ({ type: 'AGENTFLOW', ...replyFlow() }),
    fields: ({ node, values, credential: credentialId }) => ({
      [settings.get(node) ?? '']: JSON.stringify({ [node]: { status: true, credentialId, ...values } }),
    }),
    asks: { question: '', uploads: [recording] },
  },
  {
    cases: [{ node: 'httpAgentflow', values: { method: 'GET', url: 'https://tea.example/now' } }],
    flow: ({ node, values }) => ({
      type: 'AGENTFLOW',
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        agentNode(`${node}_0`, node, { ...values }),
      ],
      edges: [agentEdge('startAgentflow_0', `${node}_0`)],
    }),
    asks,
  },
  {
    cases: [
      {
        node: 'sqlDatabaseChain',
        values: { database: 'postgres', url: 'postgres://db.example/tea' },
        credential: { user: 'ada', password: 'test-password-of-sql' },
      },
    ],
    flow: (part, { scene }) =>
      wired([ownModel(scene), part], [['chatOpenAI', part.node, 'model', 'BaseLanguageModel']]),
    asks,
  },
  {
    cases: outsideCaches,
    flow: (part, { scene }) => {
      const model = ownModel(scene)
      return wired(
        [model, part, { node: 'conversationChain' }],
        [
          [part.node, model.node, 'cache', 'BaseCache'],
          [model.node, 'conversationChain', 'model', 'BaseChatModel'],
        ],
      )
    },
    asks,
  },
  {
    cases: rerankerCases.map((each) => ({ ...each, values: each.settings.values })),
    flow: (part) =>
      libraryFlow({
        retriever: { ...part, anchor: ['baseRetriever', 'VectorStoreRetriever', 'retriever'] },
      }),
    asks,
  },
  // Parts of chat flows: their flows bring their own values, and take the credential that is made for them.
  ...parts.map(
    (each): HostFamily => ({
      cases: [{ node: each.node, credential: each.credential ?? {} }],
      flow: ({ credential = '' }, world) => {
        const makeKey: NodeWorld['makeKey'] = async (node, fields) =>
          node === each.node ? credential : world.makeKey(node, fields)
        return each.flow({ ...world, makeKey }, credential)
      },
      asks,
      ...(each.model && { model: each.model }),
    }),
  ),
]
