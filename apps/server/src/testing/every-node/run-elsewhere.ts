/** Types that run whole, by API, in a test of their own: its file makes nodes of them (`made-nodes.ts`). */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  startAgentflow: 'http/agent-tools.test.ts',
  agentAgentflow: 'http/agent-tools.test.ts',
  llmAgentflow: 'http/prediction-answer.test.ts',
  conditionAgentflow: 'http/prediction-answer.test.ts',
  directReplyAgentflow: 'http/prediction-answer.test.ts',
  humanInputAgentflow: 'http/chat-documents.test.ts',
  executeFlowAgentflow: 'http/nested-flows.test.ts',
  iterationAgentflow: 'http/nested-flows.test.ts',
  loopAgentflow: 'http/nested-flows.test.ts',
  customFunctionAgentflow: 'http/nested-flows.test.ts',
  conditionAgentAgentflow: 'agent-nodes.test.ts',
  httpAgentflow: 'agent-nodes.test.ts',
  toolAgentflow: 'agent-nodes.test.ts',
  retrieverAgentflow: 'http/knowledge-of-steps.test.ts',
  bufferMemory: 'http/chat-nodes.test.ts',
  bufferWindowMemory: 'http/chat-nodes.test.ts',
  conversationSummaryMemory: 'http/chat-nodes.test.ts',
  promptTemplate: 'http/chat-nodes.test.ts',
  chatPromptTemplate: 'http/chat-nodes.test.ts',
  advancedStructuredOutputParser: 'http/chat-nodes.test.ts',
  inputModerationSimple: 'http/chat-nodes.test.ts',
  customFunction: 'http/chat-nodes.test.ts',
  ifElseFunction: 'http/chat-nodes.test.ts',
  setVariable: 'http/chat-nodes.test.ts',
  getVariable: 'http/chat-nodes.test.ts',
  llmChain: 'http/chat-nodes.test.ts',
  conversationChain: 'http/outside-services.test.ts',
  conversationalRetrievalQAChain: 'http/retrievers.test.ts',
  retrievalQAChain: 'http/chat-chains.test.ts',
  multiRetrievalQAChain: 'http/chat-chains.test.ts',
  vectorDBQAChain: 'http/chat-chains.test.ts',
  multiPromptChain: 'http/chat-chains.test.ts',
  promptRetriever: 'http/chat-chains.test.ts',
  vectorStoreRetriever: 'http/chat-chains.test.ts',
  getApiChain: 'http/api-chains.test.ts',
  postApiChain: 'http/api-chains.test.ts',
  memoryVectorStore: 'http/retrievers.test.ts',
  similarityThresholdRetriever: 'http/retrievers.test.ts',
  embeddingsFilterRetriever: 'http/retrievers.test.ts',
  customRetriever: 'http/retrievers.test.ts',
  inMemoryCache: 'http/reply-cache.test.ts',
  inMemoryEmbeddingCache: 'http/kept-outside.test.ts',
  ChatflowTool: 'chat-agents-killed.test.ts',
  chainTool: 'http/chain-tool.test.ts',
  customTool: 'http/custom-tools.test.ts',
  retrieverTool: 'http/agent-tools.test.ts',
  imageGenerationTool: 'http/every-node/image-models.test.ts',
  readFile: 'http/own-tools.test.ts',
  customMcpServerTool: 'http/mcp-servers.test.ts',
  pdfFile: 'http/ask-a-document.test.ts',
  puppeteerWebScraper: 'http/documents-of-the-net.test.ts',
  playwrightWebScraper: 'http/documents-of-the-net.test.ts',
  documentStore: 'http/stores-in-flows.test.ts',
  documentStoreVS: 'http/stores-in-flows.test.ts',
}

/** What needs more around it than its family's test plays: its case stands among the parts. */
const AMONG_PARTS = ['agentAsTool', 'webBrowser']

/** Whether a case of a family is tried as it is. */
export const isHere = ({ node }: { node: string }) => !(node in RUN_ELSEWHERE) && !AMONG_PARTS.includes(node)

/** Types that have nothing to run, and why. */
export const NEVER_RUN: Readonly<Record<string, string>> = {
  stickyNote: 'a note on the canvas of a chat flow',
  stickyNoteAgentflow: 'a note on the canvas of an agent flow',
}
