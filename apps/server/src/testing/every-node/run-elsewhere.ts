/** Types that run whole, by API, in a test of their own: the file names them. */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  agentAsTool: 'http/every-node/parts.test.ts',
  webBrowser: 'http/every-node/parts.test.ts',
  ChatflowTool: 'chat-agents-killed.test.ts',
  chainTool: 'http/chain-tool.test.ts',
  customTool: 'http/custom-tools.test.ts',
  retrieverTool: 'http/agent-tools.test.ts',
  readFile: 'http/own-tools.test.ts',
  pdfFile: 'http/ask-a-document.test.ts',
  puppeteerWebScraper: 'http/documents-of-the-net.test.ts',
  playwrightWebScraper: 'http/documents-of-the-net.test.ts',
  documentStore: 'http/document-stores.test.ts',
  vectorStoreToDocument: 'http/document-stores.test.ts',
  documentStoreVS: 'http/document-store-vectors.test.ts',
  customMcpServerTool: 'http/mcp-servers.test.ts',
}

/** Whether a case is tried here. */
export const isHere = ({ node }: { node: string }) => !(node in RUN_ELSEWHERE)

/** Types that have nothing to run, and why. */
export const NEVER_RUN: Readonly<Record<string, string>> = {
  stickyNote: 'a note on the canvas of a chat flow',
  stickyNoteAgentflow: 'a note on the canvas of an agent flow',
}
