import { agentAsToolCase } from './agent-as-tool/agent-as-tool.case.fixture.ts'
import { arxivCase } from './arxiv/arxiv.case.fixture.ts'
import { awsDynamoDBKVStorageCase } from './aws-dynamo-dbkv-storage/aws-dynamo-dbkv-storage.case.fixture.ts'
import { awsSNSCase } from './aws-sns/aws-sns.case.fixture.ts'
import { braveSearchAPICase } from './brave-search-api/brave-search-api.case.fixture.ts'
import { calculatorCase } from './calculator/calculator.case.fixture.ts'
import { chainToolCase } from './chain-tool/chain-tool.case.fixture.ts'
import { chatflowToolCase } from './chatflow-tool/chatflow-tool.case.fixture.ts'
import { codeInterpreterE2BCase } from './code-interpreter-e2b/code-interpreter-e2b.case.fixture.ts'
import { composioCase } from './composio/composio.case.fixture.ts'
import { currentDateTimeCase } from './current-date-time/current-date-time.case.fixture.ts'
import { customToolCase } from './custom-tool/custom-tool.case.fixture.ts'
import { exaSearchCase } from './exa-search/exa-search.case.fixture.ts'
import { gmailCase } from './gmail/gmail.case.fixture.ts'
import { googleCalendarToolCase } from './google-calendar-tool/google-calendar-tool.case.fixture.ts'
import { googleCustomSearchCase } from './google-custom-search/google-custom-search.case.fixture.ts'
import { googleDocsToolCase } from './google-docs-tool/google-docs-tool.case.fixture.ts'
import { googleDriveToolCase } from './google-drive-tool/google-drive-tool.case.fixture.ts'
import { googleSheetsToolCase } from './google-sheets-tool/google-sheets-tool.case.fixture.ts'
import { jiraToolCase } from './jira-tool/jira-tool.case.fixture.ts'
import { jsonPathExtractorCase } from './json-path-extractor/json-path-extractor.case.fixture.ts'
import { microsoftOutlookCase } from './microsoft-outlook/microsoft-outlook.case.fixture.ts'
import { microsoftTeamsCase } from './microsoft-teams/microsoft-teams.case.fixture.ts'
import { openAPIToolkitCase } from './open-api-toolkit/open-api-toolkit.case.fixture.ts'
import { readFileCase } from './read-file/read-file.case.fixture.ts'
import { requestsDeleteCase } from './requests-delete/requests-delete.case.fixture.ts'
import { requestsGetCase } from './requests-get/requests-get.case.fixture.ts'
import { requestsPostCase } from './requests-post/requests-post.case.fixture.ts'
import { requestsPutCase } from './requests-put/requests-put.case.fixture.ts'
import { retrieverToolCase } from './retriever-tool/retriever-tool.case.fixture.ts'
import { searXNGCase } from './sear-xng/sear-xng.case.fixture.ts'
import { searchAPICase } from './search-api/search-api.case.fixture.ts'
import { serpAPICase } from './serp-api/serp-api.case.fixture.ts'
import { serperCase } from './serper/serper.case.fixture.ts'
import { stripeAgentToolCase } from './stripe-agent-tool/stripe-agent-tool.case.fixture.ts'
import { tavilyAPICase } from './tavily-api/tavily-api.case.fixture.ts'
import type { ToolCase } from './tool-case.fixture.ts'
import { webBrowserCase } from './web-browser/web-browser.case.fixture.ts'
import { webScraperToolCase } from './web-scraper-tool/web-scraper-tool.case.fixture.ts'
import { wolframAlphaCase } from './wolfram-alpha/wolfram-alpha.case.fixture.ts'
import { writeFileCase } from './write-file/write-file.case.fixture.ts'

/** Every tool of the catalogue; a test compares. */
export const toolCases: ToolCase[] = [
  agentAsToolCase,
  arxivCase,
  awsDynamoDBKVStorageCase,
  awsSNSCase,
  braveSearchAPICase,
  calculatorCase,
  chainToolCase,
  chatflowToolCase,
  codeInterpreterE2BCase,
  composioCase,
  currentDateTimeCase,
  customToolCase,
  exaSearchCase,
  gmailCase,
  googleCalendarToolCase,
  googleCustomSearchCase,
  googleDocsToolCase,
  googleDriveToolCase,
  googleSheetsToolCase,
  jiraToolCase,
  jsonPathExtractorCase,
  microsoftOutlookCase,
  microsoftTeamsCase,
  openAPIToolkitCase,
  readFileCase,
  requestsDeleteCase,
  requestsGetCase,
  requestsPostCase,
  requestsPutCase,
  retrieverToolCase,
  searXNGCase,
  searchAPICase,
  serpAPICase,
  serperCase,
  stripeAgentToolCase,
  tavilyAPICase,
  webBrowserCase,
  webScraperToolCase,
  wolframAlphaCase,
  writeFileCase,
]
