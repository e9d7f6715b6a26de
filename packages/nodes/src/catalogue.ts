import type { NodeType } from '@runnel/node-kit'
import { agentAgentflow } from './agentflow/agent-agentflow/definition.ts'
import { conditionAgentAgentflow } from './agentflow/condition-agent-agentflow/definition.ts'
import { conditionAgentflow } from './agentflow/condition-agentflow/definition.ts'
import { customFunctionAgentflow } from './agentflow/custom-function-agentflow/definition.ts'
import { directReplyAgentflow } from './agentflow/direct-reply-agentflow/definition.ts'
import { executeFlowAgentflow } from './agentflow/execute-flow-agentflow/definition.ts'
import { httpAgentflow } from './agentflow/http-agentflow/definition.ts'
import { humanInputAgentflow } from './agentflow/human-input-agentflow/definition.ts'
import { iterationAgentflow } from './agentflow/iteration-agentflow/definition.ts'
import { llmAgentflow } from './agentflow/llm-agentflow/definition.ts'
import { loopAgentflow } from './agentflow/loop-agentflow/definition.ts'
import { retrieverAgentflow } from './agentflow/retriever-agentflow/definition.ts'
import { startAgentflow } from './agentflow/start-agentflow/definition.ts'
import { toolAgentflow } from './agentflow/tool-agentflow/definition.ts'
import { toolAgent } from './agents/tool-agent/definition.ts'
import { conversationChain } from './chains/conversation-chain/definition.ts'
import { conversationalRetrievalQAChain } from './chains/conversational-retrieval-qa-chain/definition.ts'
import { llmChain } from './chains/llm-chain/definition.ts'
import { pdfFile } from './document-loaders/pdf-file/definition.ts'
import { plainText } from './document-loaders/plain-text/definition.ts'
import { bufferMemory } from './memory/buffer-memory/definition.ts'
import { stickyNote } from './notes/sticky-note/definition.ts'
import { stickyNoteAgentflow } from './notes/sticky-note-agentflow/definition.ts'
import { promptTemplate } from './prompts/prompt-template/definition.ts'
import { recursiveCharacterTextSplitter } from './text-splitters/recursive-character-text-splitter/definition.ts'
import { agentAsTool } from './tools/agent-as-tool/definition.ts'
import { arxiv } from './tools/arxiv/definition.ts'
import { braveSearchAPI } from './tools/brave-search-api/definition.ts'
import { calculator } from './tools/calculator/definition.ts'
import { chatflowTool } from './tools/chatflow-tool/definition.ts'
import { currentDateTime } from './tools/current-date-time/definition.ts'
import { exaSearch } from './tools/exa-search/definition.ts'
import { googleCustomSearch } from './tools/google-custom-search/definition.ts'
import { jsonPathExtractor } from './tools/json-path-extractor/definition.ts'
import { requestsDelete } from './tools/requests-delete/definition.ts'
import { requestsGet } from './tools/requests-get/definition.ts'
import { requestsPost } from './tools/requests-post/definition.ts'
import { requestsPut } from './tools/requests-put/definition.ts'
import { retrieverTool } from './tools/retriever-tool/definition.ts'
import { searXNG } from './tools/sear-xng/definition.ts'
import { searchAPI } from './tools/search-api/definition.ts'
import { serpAPI } from './tools/serp-api/definition.ts'
import { serper } from './tools/serper/definition.ts'
import { tavilyAPI } from './tools/tavily-api/definition.ts'
import { webScraperTool } from './tools/web-scraper-tool/definition.ts'
import { wolframAlpha } from './tools/wolfram-alpha/definition.ts'
import { memoryVectorStore } from './vector-stores/memory-vector-store/definition.ts'

/** Every node that is not a vendor's: one line and one folder each. */
export const nodeCatalogue: NodeType[] = [
  startAgentflow,
  llmAgentflow,
  agentAgentflow,
  humanInputAgentflow,
  executeFlowAgentflow,
  iterationAgentflow,
  loopAgentflow,
  conditionAgentflow,
  conditionAgentAgentflow,
  customFunctionAgentflow,
  httpAgentflow,
  toolAgentflow,
  retrieverAgentflow,
  directReplyAgentflow,
  stickyNoteAgentflow,
  bufferMemory,
  promptTemplate,
  llmChain,
  conversationChain,
  conversationalRetrievalQAChain,
  toolAgent,
  calculator,
  currentDateTime,
  chatflowTool,
  agentAsTool,
  retrieverTool,
  requestsGet,
  requestsPost,
  requestsPut,
  requestsDelete,
  serpAPI,
  serper,
  tavilyAPI,
  braveSearchAPI,
  searXNG,
  exaSearch,
  googleCustomSearch,
  wolframAlpha,
  arxiv,
  searchAPI,
  webScraperTool,
  jsonPathExtractor,
  pdfFile,
  plainText,
  recursiveCharacterTextSplitter,
  memoryVectorStore,
  stickyNote,
]
