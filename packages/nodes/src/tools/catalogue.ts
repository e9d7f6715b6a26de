import type { NodeType } from '@runnel/node-kit'
import { agentAsTool } from './agent-as-tool/definition.ts'
import { arxiv } from './arxiv/definition.ts'
import { awsDynamoDBKVStorage } from './aws-dynamo-dbkv-storage/definition.ts'
import { awsSNS } from './aws-sns/definition.ts'
import { braveSearchAPI } from './brave-search-api/definition.ts'
import { calculator } from './calculator/definition.ts'
import { chainTool } from './chain-tool/definition.ts'
import { chatflowTool } from './chatflow-tool/definition.ts'
import { codeInterpreterE2B } from './code-interpreter-e2b/definition.ts'
import { composio } from './composio/definition.ts'
import { currentDateTime } from './current-date-time/definition.ts'
import { customTool } from './custom-tool/definition.ts'
import { exaSearch } from './exa-search/definition.ts'
import { gmail } from './gmail/definition.ts'
import { googleCalendarTool } from './google-calendar-tool/definition.ts'
import { googleCustomSearch } from './google-custom-search/definition.ts'
import { googleDocsTool } from './google-docs-tool/definition.ts'
import { googleDriveTool } from './google-drive-tool/definition.ts'
import { googleSheetsTool } from './google-sheets-tool/definition.ts'
import { imageGenerationTool } from './image-generation-tool/definition.ts'
import { jiraTool } from './jira-tool/definition.ts'
import { jsonPathExtractor } from './json-path-extractor/definition.ts'
import { microsoftOutlook } from './microsoft-outlook/definition.ts'
import { microsoftTeams } from './microsoft-teams/definition.ts'
import { openAPIToolkit } from './open-api-toolkit/definition.ts'
import { readFile } from './read-file/definition.ts'
import { requestsDelete } from './requests-delete/definition.ts'
import { requestsGet } from './requests-get/definition.ts'
import { requestsPost } from './requests-post/definition.ts'
import { requestsPut } from './requests-put/definition.ts'
import { retrieverTool } from './retriever-tool/definition.ts'
import { searXNG } from './sear-xng/definition.ts'
import { searchAPI } from './search-api/definition.ts'
import { serpAPI } from './serp-api/definition.ts'
import { serper } from './serper/definition.ts'
import { stripeAgentTool } from './stripe-agent-tool/definition.ts'
import { tavilyAPI } from './tavily-api/definition.ts'
import { webBrowser } from './web-browser/definition.ts'
import { webScraperTool } from './web-scraper-tool/definition.ts'
import { wikipedia } from './wikipedia/definition.ts'
import { wolframAlpha } from './wolfram-alpha/definition.ts'
import { writeFile } from './write-file/definition.ts'

/** Tools, in the order in which menus show them. */
export const tools: readonly NodeType[] = [
  calculator,
  currentDateTime,
  codeInterpreterE2B,
  chainTool,
  chatflowTool,
  customTool,
  agentAsTool,
  retrieverTool,
  imageGenerationTool,
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
  wikipedia,
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
]
