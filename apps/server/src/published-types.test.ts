import { importFlow, validateFlow } from '@runnel/graph'
import { nodeCatalogue } from '@runnel/nodes'
import { providerCatalogue } from '@runnel/providers'
import { expect, test } from 'vitest'

/** The templates that Flowise 3.1.3 brings, by the types of their nodes and of what these name. */
const TEMPLATES: Record<string, string> = {
  'Agentic RAG':
    'chatOpenAI conditionAgentAgentflow llmAgentflow loopAgentflow retrieverAgentflow startAgentflow stickyNoteAgentflow',
  'Agents Handoff':
    'agentAgentflow chatAnthropic chatGoogleGenerativeAI chatOpenAI conditionAgentAgentflow googleCustomSearch groqChat startAgentflow stickyNoteAgentflow',
  'Deep Research With Multi-turn Conversations':
    'agentAgentflow braveSearchAPI chatGoogleGenerativeAI chatOpenAI conditionAgentflow llmAgentflow loopAgentflow startAgentflow stickyNoteAgentflow webScraperTool',
  'Deep Research With Subagents':
    'agentAgentflow arxiv chatAnthropic chatGoogleGenerativeAI conditionAgentAgentflow directReplyAgentflow googleCustomSearch iterationAgentflow llmAgentflow loopAgentflow startAgentflow stickyNoteAgentflow webScraperTool',
  'Human In The Loop':
    'agentAgentflow chatOpenAI currentDateTime gmail googleCustomSearch humanInputAgentflow llmAgentflow loopAgentflow startAgentflow toolAgentflow',
  'Interacting With API':
    'agentAgentflow chatAnthropic chatOpenAI httpAgentflow openAPIToolkit requestsDelete requestsGet requestsPost requestsPut startAgentflow stickyNoteAgentflow',
  Iterations:
    'agentAgentflow chatGoogleGenerativeAI chatOllama chatOpenAI iterationAgentflow llmAgentflow startAgentflow',
  'SQL Agent':
    'chatAnthropic chatGoogleGenerativeAI chatMistralAI chatOpenAI conditionAgentAgentflow customFunctionAgentflow llmAgentflow loopAgentflow startAgentflow stickyNoteAgentflow',
  'Simple RAG': 'agentAgentflow chatOpenAI startAgentflow stickyNoteAgentflow',
  'Structured Output': 'chatAnthropic llmAgentflow startAgentflow',
  'Supervisor Worker':
    'agentAgentflow chatGoogleGenerativeAI chatOpenAI conditionAgentflow llmAgentflow loopAgentflow startAgentflow',
  Translator: 'chatGoogleGenerativeAI llmAgentflow startAgentflow',
  'Workplace Chat':
    'chatOpenAI directReplyAgentflow llmAgentflow microsoftTeams slackMCP startAgentflow toolAgentflow',
  'Advanced Structured Output Parser':
    'advancedStructuredOutputParser chatOpenAI chatPromptTemplate llmChain stickyNote',
  'CSV Agent': 'chatOpenAI csvAgent stickyNote',
  'Context Chat Engine':
    'RedisBackedChatMemory chatOpenAI_LlamaIndex contextChatEngine openAIEmbedding_LlamaIndex pineconeLlamaIndex recursiveCharacterTextSplitter textFile',
  'Conversation Chain': 'bufferMemory chatOpenAI conversationChain',
  'Conversational Agent': 'bufferMemory calculator chatOpenAI conversationalAgent serpAPI stickyNote',
  'Conversational Retrieval QA Chain':
    'chatMistralAI conversationalRetrievalQAChain documentStore faiss openAIEmbeddings recursiveCharacterTextSplitter stickyNote textFile',
  'Github Docs QnA':
    'chatOpenAI conversationalRetrievalQAChain github markdownTextSplitter memoryVectorStore openAIEmbeddings stickyNote',
  'HuggingFace LLM Chain': 'huggingFaceInference_LLMs llmChain promptTemplate',
  'Image Generation': 'chatOpenAI llmChain promptTemplate replicate stickyNote',
  'Input Moderation': 'chatOpenAI inputModerationSimple llmChain promptTemplate stickyNote',
  'LLM Chain': 'azureChatOpenAI llmChain promptTemplate stickyNote',
  'List Output Parser': 'chatOpenAI csvOutputParser llmChain promptTemplate stickyNote',
  'Local QnA':
    'chatOllama conversationalRetrievalQAChain faiss localAIEmbeddings recursiveCharacterTextSplitter textFile',
  'Multiple Documents QnA':
    'bufferMemory chatOpenAI openAIEmbeddings pinecone retrieverTool stickyNote toolAgent',
  'OpenAI Assistant': 'calculator customTool openAIAssistant serper',
  'OpenAPI YAML Agent': 'bufferMemory chatAnthropic openAPIToolkit toolAgent',
  'Prompt Chaining': 'chatOpenAI llmChain promptTemplate',
  'Query Engine':
    'chatAnthropic_LlamaIndex compactrefineLlamaIndex openAIEmbedding_LlamaIndex pineconeLlamaIndex queryEngine',
  'ReAct Agent': 'bufferMemory calculator chatOpenAI googleCustomSearch reactAgentChat',
  'Replicate LLM': 'llmChain promptTemplate replicate',
  'SQL DB Chain': 'chatOpenAI sqlDatabaseChain',
  'Simple Chat Engine': 'azureChatOpenAI_LlamaIndex bufferMemory simpleChatEngine',
  'SubQuestion Query Engine':
    'chatOpenAI_LlamaIndex compactrefineLlamaIndex openAIEmbedding_LlamaIndex pineconeLlamaIndex queryEngine queryEngineToolLlamaIndex stickyNote subQuestionQueryEngine',
  'Tool Agent': 'bufferMemory calculator chatOpenAI serpAPI stickyNote toolAgent',
}

/** The 80 types that published flows use most, with the number of flows that use each. */
const USES =
  'chatOpenAI 93 openAI 10 startAgentflow 86 seqLLMNode 10 conversationalRetrievalQAChain 67 serpAPI 10 bufferMemory 62 textFile 10 agentAgentflow 58 chatMistralAI 9 recursiveCharacterTextSplitter 52 googleGenerativeAiEmbeddings 9 memoryVectorStore 51 seqConditionAgent 9 llmAgentflow 45 seqState 9 openAIEmbeddings 45 structuredOutputParser 9 directReplyAgentflow 40 chatPromptTemplate 8 retrieverTool 38 conversationalAgent 8 toolAgent 31 seqCondition 8 chatOllama 29 chainTool 7 llmChain 29 characterTextSplitter 7 pdfFile 29 customMCP 7 promptTemplate 28 fileLoader 7 loopAgentflow 27 httpAgentflow 7 documentStoreVS 26 inMemoryCache 7 conditionAgentflow 22 iterationAgentflow 7 pinecone 22 seqLoop 7 conditionAgentAgentflow 21 braveSearchAPI 6 calculator 18 currentDateTime 6 customTool 18 folderFiles 6 groqChat 18 sqliteAgentMemory 6 ollamaEmbedding 18 chroma 5 stickyNoteAgentflow 18 setVariable 5 conversationChain 16 unstructuredFileLoader 5 customFunctionAgentflow 16 upstashRedisBackedChatMemory 5 seqEnd 16 customFunction 4 seqStart 16 documentStore 4 bufferWindowMemory 14 htmlToMarkdownTextSplitter 4 seqAgent 13 multiRetrievalQAChain 4 stickyNote 13 plainText 4 supervisor 13 retrievalQAChain 4 worker 13 seqCustomFunction 4 chatAnthropic 12 seqToolNode 4 huggingFaceInferenceEmbeddings 12 chatDeepseek 3 chatGoogleGenerativeAI 11 cohereEmbeddings 3 cheerioWebScraper 11 csvFile 3 humanInputAgentflow 11 mistralAIEmbeddings 3'

/** How many templates open whole, and how many uses of a type in published flows are known. They may only rise. */
const TEMPLATES_AT_LEAST = 20
const USES_AT_LEAST = 1179

const definitions = new Map(
  [...nodeCatalogue, ...providerCatalogue.flatMap(({ nodes }) => nodes)].map(({ definition }) => [
    definition.name,
    definition,
  ]),
)

/** Whether a node of the type opens as one that can run: as itself, or as the successor that does the same. */
function isKnown(type: string): boolean {
  const nodes = [{ id: `${type}_0`, data: { name: type, inputs: {} } }]
  const { document } = importFlow({ nodes, edges: [] }, (name) => definitions.get(name))
  return document.nodes.every((node) => definitions.has(node.type))
}

test('templates of Flowise open without an unknown type', () => {
  const lacking = Object.entries(TEMPLATES).map(
    ([name, named]) => [name, named.split(' ').filter((type) => !isKnown(type))] as const,
  )
  const open = lacking.filter(([, unknown]) => unknown.length === 0)
  const rest = lacking.filter(([, unknown]) => unknown.length > 0)
  expect(open.length, JSON.stringify(rest, null, 1)).toBeGreaterThanOrEqual(TEMPLATES_AT_LEAST)
})

test('most of what published flows are made of is known', () => {
  const uses = [...USES.matchAll(/(\w+) (\d+)/g)].map(([, type = '', flows]) => ({
    type,
    flows: Number(flows),
  }))
  const known = uses.filter(({ type }) => isKnown(type)).reduce((sum, { flows }) => sum + flows, 0)
  const rest = uses.filter(({ type }) => !isKnown(type)).map(({ type, flows }) => `${type} ${flows}`)
  expect(known, rest.join(', ')).toBeGreaterThanOrEqual(USES_AT_LEAST)
})

/** A chain on a graph as Flowise saves it: with its anchors filled by references, and the output that was chosen. */
function savedGraphChain(output: string) {
  const node = (id: string, name: string, data: object) => ({
    id,
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: { id, name, label: name, version: 1, inputs: {}, outputs: {}, ...data },
  })
  const chain = 'graphCypherQAChain_0'
  const edge = (source: string, sourceHandle: string, targetHandle: string) => ({
    id: `${sourceHandle}-${targetHandle}`,
    source,
    sourceHandle,
    target: chain,
    targetHandle,
    type: 'buttonedge',
  })
  const inputs = {
    model: '{{chatOpenAI_0.data.instance}}',
    graph: '{{Neo4j_0.data.instance}}',
    cypherPrompt: '',
    cypherModel: '',
    qaPrompt: '',
    qaModel: '',
    inputModeration: '',
    returnDirect: true,
  }
  return {
    nodes: [
      node('chatOpenAI_0', 'chatOpenAI', { inputs: { modelName: 'gpt-4o-mini' } }),
      node('Neo4j_0', 'Neo4j', { inputs: { database: 'neo4j', timeoutMs: 5000, enhancedSchema: false } }),
      node(chain, 'graphCypherQAChain', { version: 1.1, inputs, outputs: { output } }),
    ],
    edges: [
      edge(
        'chatOpenAI_0',
        'chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel|BaseLanguageModel|Runnable',
        `${chain}-input-model-BaseLanguageModel`,
      ),
      edge('Neo4j_0', 'Neo4j_0-output-Neo4j-Neo4j', `${chain}-input-graph-Neo4j`),
    ],
  }
}

test.each(['graphCypherQAChain', 'outputPrediction'])(
  'a chain on a graph that Flowise saved opens whole, with its output %s',
  (output) => {
    const find = (name: string) => definitions.get(name)
    const { document } = importFlow(savedGraphChain(output), find)
    const [, graph, chain] = document.nodes
    expect(document.edges).toHaveLength(2)
    expect(graph?.values).toEqual({ database: 'neo4j', timeoutMs: 5000, enhancedSchema: false })
    expect(chain).toMatchObject({
      type: 'graphCypherQAChain',
      outputs: { output },
      values: { returnDirect: true },
    })
    const problems = validateFlow(document, find).filter(({ severity }) => severity === 'error')
    expect(problems.map(({ message }) => message).filter((message) => !/credential/i.test(message))).toEqual(
      [],
    )
  },
)
