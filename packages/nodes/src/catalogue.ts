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
import { conversationalAgent } from './agents/conversational-agent/definition.ts'
import { conversationalRetrievalToolAgent } from './agents/conversational-retrieval-tool-agent/definition.ts'
import { reactAgentChat } from './agents/react-agent-chat/definition.ts'
import { reactAgentLLM } from './agents/react-agent-llm/definition.ts'
import { toolAgent } from './agents/tool-agent/definition.ts'
import { xmlAgent } from './agents/xml-agent/definition.ts'
import { inMemoryCache } from './cache/in-memory-cache/definition.ts'
import { momentoCache } from './cache/momento-cache/definition.ts'
import { redisCache } from './cache/redis-cache/definition.ts'
import { upstashRedisCache } from './cache/upstash-redis-cache/definition.ts'
import { conversationChain } from './chains/conversation-chain/definition.ts'
import { conversationalRetrievalQAChain } from './chains/conversational-retrieval-qa-chain/definition.ts'
import { getApiChain } from './chains/get-api-chain/definition.ts'
import { llmChain } from './chains/llm-chain/definition.ts'
import { multiPromptChain } from './chains/multi-prompt-chain/definition.ts'
import { multiRetrievalQAChain } from './chains/multi-retrieval-qa-chain/definition.ts'
import { openApiChain } from './chains/open-api-chain/definition.ts'
import { postApiChain } from './chains/post-api-chain/definition.ts'
import { retrievalQAChain } from './chains/retrieval-qa-chain/definition.ts'
import { sqlDatabaseChain } from './chains/sql-database-chain/definition.ts'
import { vectorDBQAChain } from './chains/vector-dbqa-chain/definition.ts'
import { airtable } from './document-loaders/airtable/definition.ts'
import { apiLoader } from './document-loaders/api-loader/definition.ts'
import { apifyWebsiteContentCrawler } from './document-loaders/apify-website-content-crawler/definition.ts'
import { braveSearchApiLoader } from './document-loaders/brave-search-api-loader/definition.ts'
import { cheerioWebScraper } from './document-loaders/cheerio-web-scraper/definition.ts'
import { confluence } from './document-loaders/confluence/definition.ts'
import { csvFile } from './document-loaders/csv-file/definition.ts'
import { customDocumentLoader } from './document-loaders/custom-document-loader/definition.ts'
import { documentStore } from './document-loaders/document-store/definition.ts'
import { docxFile } from './document-loaders/docx-file/definition.ts'
import { epubFile } from './document-loaders/epub-file/definition.ts'
import { figma } from './document-loaders/figma/definition.ts'
import { fileLoader } from './document-loaders/file-loader/definition.ts'
import { fireCrawl } from './document-loaders/fire-crawl/definition.ts'
import { folderFiles } from './document-loaders/folder-files/definition.ts'
import { gitbook } from './document-loaders/gitbook/definition.ts'
import { github } from './document-loaders/github/definition.ts'
import { googleDrive } from './document-loaders/google-drive/definition.ts'
import { googleSheets } from './document-loaders/google-sheets/definition.ts'
import { jira } from './document-loaders/jira/definition.ts'
import { jsonFile } from './document-loaders/json-file/definition.ts'
import { jsonlinesFile } from './document-loaders/jsonlines-file/definition.ts'
import { microsoftExcel } from './document-loaders/microsoft-excel/definition.ts'
import { microsoftPowerpoint } from './document-loaders/microsoft-powerpoint/definition.ts'
import { microsoftWord } from './document-loaders/microsoft-word/definition.ts'
import { notionDB } from './document-loaders/notion-db/definition.ts'
import { notionFolder } from './document-loaders/notion-folder/definition.ts'
import { notionPage } from './document-loaders/notion-page/definition.ts'
import { oxylabs } from './document-loaders/oxylabs/definition.ts'
import { pdfFile } from './document-loaders/pdf-file/definition.ts'
import { plainText } from './document-loaders/plain-text/definition.ts'
import { S3 } from './document-loaders/s3/definition.ts'
import { s3Directory } from './document-loaders/s3directory/definition.ts'
import { searchApi } from './document-loaders/search-api/definition.ts'
import { serpApi } from './document-loaders/serp-api/definition.ts'
import { spiderDocumentLoaders } from './document-loaders/spider-document-loaders/definition.ts'
import { textFile } from './document-loaders/text-file/definition.ts'
import { unstructuredFileLoader } from './document-loaders/unstructured-file-loader/definition.ts'
import { vectorStoreToDocument } from './document-loaders/vector-store-to-document/definition.ts'
import { braveSearchMCP } from './mcp/brave-search-mcp/definition.ts'
import { browserlessMCP } from './mcp/browserless-mcp/definition.ts'
import { customMCP } from './mcp/custom-mcp/definition.ts'
import { customMcpServerTool } from './mcp/custom-mcp-server-tool/definition.ts'
import { githubMCP } from './mcp/github-mcp/definition.ts'
import { pipedreamMCP } from './mcp/pipedream-mcp/definition.ts'
import { postgreSQLMCP } from './mcp/postgre-sqlmcp/definition.ts'
import { sequentialThinkingMCP } from './mcp/sequential-thinking-mcp/definition.ts'
import { slackMCP } from './mcp/slack-mcp/definition.ts'
import { supergatewayMCP } from './mcp/supergateway-mcp/definition.ts'
import { teradataMCP } from './mcp/teradata-mcp/definition.ts'
import { bufferMemory } from './memory/buffer-memory/definition.ts'
import { bufferWindowMemory } from './memory/buffer-window-memory/definition.ts'
import { conversationSummaryBufferMemory } from './memory/conversation-summary-buffer-memory/definition.ts'
import { conversationSummaryMemory } from './memory/conversation-summary-memory/definition.ts'
import { dynamoDBChatMemory } from './memory/dynamo-db-chat-memory/definition.ts'
import { mongoDBAtlasChatMemory } from './memory/mongo-db-atlas-chat-memory/definition.ts'
import { redisBackedChatMemory } from './memory/redis-backed-chat-memory/definition.ts'
import { upstashRedisBackedChatMemory } from './memory/upstash-redis-backed-chat-memory/definition.ts'
import { ZepMemory } from './memory/zep-memory/definition.ts'
import { ZepMemoryCloud } from './memory/zep-memory-cloud/definition.ts'
import { inputModerationOpenAI } from './moderation/input-moderation-open-ai/definition.ts'
import { inputModerationSimple } from './moderation/input-moderation-simple/definition.ts'
import { stickyNote } from './notes/sticky-note/definition.ts'
import { stickyNoteAgentflow } from './notes/sticky-note-agentflow/definition.ts'
import { advancedStructuredOutputParser } from './output-parsers/advanced-structured-output-parser/definition.ts'
import { csvOutputParser } from './output-parsers/csv-output-parser/definition.ts'
import { customListOutputParser } from './output-parsers/custom-list-output-parser/definition.ts'
import { structuredOutputParser } from './output-parsers/structured-output-parser/definition.ts'
import { chatPromptTemplate } from './prompts/chat-prompt-template/definition.ts'
import { fewShotPromptTemplate } from './prompts/few-shot-prompt-template/definition.ts'
import { promptTemplate } from './prompts/prompt-template/definition.ts'
import { mySQLRecordManager } from './record-managers/my-sql-record-manager/definition.ts'
import { postgresRecordManager } from './record-managers/postgres-record-manager/definition.ts'
import { sqliteRecordManager } from './record-managers/sq-lite-record-manager/definition.ts'
import { awsBedrockKBRetriever } from './retrievers/aws-bedrock-kb-retriever/definition.ts'
import { customRetriever } from './retrievers/custom-retriever/definition.ts'
import { embeddingsFilterRetriever } from './retrievers/embeddings-filter-retriever/definition.ts'
import { extractMetadataRetriever } from './retrievers/extract-metadata-retriever/definition.ts'
import { HydeRetriever } from './retrievers/hyde-retriever/definition.ts'
import { llmFilterRetriever } from './retrievers/llm-filter-retriever/definition.ts'
import { multiQueryRetriever } from './retrievers/multi-query-retriever/definition.ts'
import { promptRetriever } from './retrievers/prompt-retriever/definition.ts'
import { RRFRetriever } from './retrievers/rrf-retriever/definition.ts'
import { similarityThresholdRetriever } from './retrievers/similarity-threshold-retriever/definition.ts'
import { vectorStoreRetriever } from './retrievers/vector-store-retriever/definition.ts'
import { characterTextSplitter } from './text-splitters/character-text-splitter/definition.ts'
import { codeTextSplitter } from './text-splitters/code-text-splitter/definition.ts'
import { htmlToMarkdownTextSplitter } from './text-splitters/html-to-markdown-text-splitter/definition.ts'
import { markdownTextSplitter } from './text-splitters/markdown-text-splitter/definition.ts'
import { recursiveCharacterTextSplitter } from './text-splitters/recursive-character-text-splitter/definition.ts'
import { tokenTextSplitter } from './text-splitters/token-text-splitter/definition.ts'
import { agentAsTool } from './tools/agent-as-tool/definition.ts'
import { arxiv } from './tools/arxiv/definition.ts'
import { awsDynamoDBKVStorage } from './tools/aws-dynamo-dbkv-storage/definition.ts'
import { awsSNS } from './tools/aws-sns/definition.ts'
import { braveSearchAPI } from './tools/brave-search-api/definition.ts'
import { calculator } from './tools/calculator/definition.ts'
import { chainTool } from './tools/chain-tool/definition.ts'
import { chatflowTool } from './tools/chatflow-tool/definition.ts'
import { codeInterpreterE2B } from './tools/code-interpreter-e2b/definition.ts'
import { composio } from './tools/composio/definition.ts'
import { currentDateTime } from './tools/current-date-time/definition.ts'
import { customTool } from './tools/custom-tool/definition.ts'
import { exaSearch } from './tools/exa-search/definition.ts'
import { gmail } from './tools/gmail/definition.ts'
import { googleCalendarTool } from './tools/google-calendar-tool/definition.ts'
import { googleCustomSearch } from './tools/google-custom-search/definition.ts'
import { googleDocsTool } from './tools/google-docs-tool/definition.ts'
import { googleDriveTool } from './tools/google-drive-tool/definition.ts'
import { googleSheetsTool } from './tools/google-sheets-tool/definition.ts'
import { jiraTool } from './tools/jira-tool/definition.ts'
import { jsonPathExtractor } from './tools/json-path-extractor/definition.ts'
import { microsoftOutlook } from './tools/microsoft-outlook/definition.ts'
import { microsoftTeams } from './tools/microsoft-teams/definition.ts'
import { openAPIToolkit } from './tools/open-api-toolkit/definition.ts'
import { readFile } from './tools/read-file/definition.ts'
import { requestsDelete } from './tools/requests-delete/definition.ts'
import { requestsGet } from './tools/requests-get/definition.ts'
import { requestsPost } from './tools/requests-post/definition.ts'
import { requestsPut } from './tools/requests-put/definition.ts'
import { retrieverTool } from './tools/retriever-tool/definition.ts'
import { searXNG } from './tools/sear-xng/definition.ts'
import { searchAPI } from './tools/search-api/definition.ts'
import { serpAPI } from './tools/serp-api/definition.ts'
import { serper } from './tools/serper/definition.ts'
import { stripeAgentTool } from './tools/stripe-agent-tool/definition.ts'
import { tavilyAPI } from './tools/tavily-api/definition.ts'
import { webBrowser } from './tools/web-browser/definition.ts'
import { webScraperTool } from './tools/web-scraper-tool/definition.ts'
import { wolframAlpha } from './tools/wolfram-alpha/definition.ts'
import { writeFile } from './tools/write-file/definition.ts'
import { customFunction } from './utilities/custom-function/definition.ts'
import { getVariable } from './utilities/get-variable/definition.ts'
import { ifElseFunction } from './utilities/if-else-function/definition.ts'
import { setVariable } from './utilities/set-variable/definition.ts'
import { astra } from './vector-stores/astra/definition.ts'
import { chroma } from './vector-stores/chroma/definition.ts'
import { documentStoreVS } from './vector-stores/document-store-vs/definition.ts'
import { elasticsearch } from './vector-stores/elasticsearch/definition.ts'
import { faiss } from './vector-stores/faiss/definition.ts'
import { memoryVectorStore } from './vector-stores/memory-vector-store/definition.ts'
import { milvus } from './vector-stores/milvus/definition.ts'
import { mongoDBAtlas } from './vector-stores/mongo-db-atlas/definition.ts'
import { openSearch } from './vector-stores/open-search/definition.ts'
import { pinecone } from './vector-stores/pinecone/definition.ts'
import { postgres } from './vector-stores/postgres/definition.ts'
import { qdrant } from './vector-stores/qdrant/definition.ts'
import { redis } from './vector-stores/redis/definition.ts'
import { supabase } from './vector-stores/supabase/definition.ts'
import { upstash } from './vector-stores/upstash/definition.ts'
import { weaviate } from './vector-stores/weaviate/definition.ts'

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
  bufferWindowMemory,
  conversationSummaryMemory,
  conversationSummaryBufferMemory,
  upstashRedisBackedChatMemory,
  ZepMemory,
  ZepMemoryCloud,
  redisBackedChatMemory,
  mongoDBAtlasChatMemory,
  dynamoDBChatMemory,
  promptTemplate,
  chatPromptTemplate,
  fewShotPromptTemplate,
  structuredOutputParser,
  advancedStructuredOutputParser,
  csvOutputParser,
  customListOutputParser,
  llmChain,
  conversationChain,
  conversationalRetrievalQAChain,
  retrievalQAChain,
  multiRetrievalQAChain,
  vectorDBQAChain,
  multiPromptChain,
  getApiChain,
  postApiChain,
  openApiChain,
  sqlDatabaseChain,
  toolAgent,
  conversationalRetrievalToolAgent,
  conversationalAgent,
  reactAgentChat,
  reactAgentLLM,
  xmlAgent,
  calculator,
  currentDateTime,
  codeInterpreterE2B,
  chainTool,
  chatflowTool,
  customTool,
  agentAsTool,
  retrieverTool,
  microsoftOutlook,
  microsoftTeams,
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
  gmail,
  googleCalendarTool,
  googleCustomSearch,
  googleDocsTool,
  googleSheetsTool,
  googleDriveTool,
  wolframAlpha,
  arxiv,
  awsSNS,
  awsDynamoDBKVStorage,
  composio,
  jiraTool,
  stripeAgentTool,
  searchAPI,
  webBrowser,
  webScraperTool,
  jsonPathExtractor,
  openAPIToolkit,
  readFile,
  writeFile,
  braveSearchMCP,
  browserlessMCP,
  customMCP,
  customMcpServerTool,
  githubMCP,
  pipedreamMCP,
  postgreSQLMCP,
  sequentialThinkingMCP,
  slackMCP,
  supergatewayMCP,
  teradataMCP,
  csvFile,
  docxFile,
  epubFile,
  fileLoader,
  jsonFile,
  jsonlinesFile,
  microsoftExcel,
  microsoftPowerpoint,
  microsoftWord,
  textFile,
  pdfFile,
  googleSheets,
  googleDrive,
  fireCrawl,
  notionFolder,
  folderFiles,
  customDocumentLoader,
  github,
  notionDB,
  notionPage,
  S3,
  s3Directory,
  airtable,
  apiLoader,
  apifyWebsiteContentCrawler,
  braveSearchApiLoader,
  cheerioWebScraper,
  confluence,
  figma,
  gitbook,
  jira,
  oxylabs,
  searchApi,
  serpApi,
  spiderDocumentLoaders,
  plainText,
  documentStore,
  unstructuredFileLoader,
  vectorStoreToDocument,
  recursiveCharacterTextSplitter,
  characterTextSplitter,
  tokenTextSplitter,
  markdownTextSplitter,
  codeTextSplitter,
  htmlToMarkdownTextSplitter,
  memoryVectorStore,
  faiss,
  documentStoreVS,
  mongoDBAtlas,
  mySQLRecordManager,
  pinecone,
  postgres,
  postgresRecordManager,
  qdrant,
  redis,
  sqliteRecordManager,
  chroma,
  weaviate,
  upstash,
  elasticsearch,
  openSearch,
  supabase,
  milvus,
  astra,
  vectorStoreRetriever,
  extractMetadataRetriever,
  HydeRetriever,
  llmFilterRetriever,
  multiQueryRetriever,
  RRFRetriever,
  promptRetriever,
  inMemoryCache,
  redisCache,
  upstashRedisCache,
  momentoCache,
  similarityThresholdRetriever,
  embeddingsFilterRetriever,
  awsBedrockKBRetriever,
  customRetriever,
  inputModerationSimple,
  inputModerationOpenAI,
  customFunction,
  ifElseFunction,
  setVariable,
  getVariable,
  stickyNote,
]
