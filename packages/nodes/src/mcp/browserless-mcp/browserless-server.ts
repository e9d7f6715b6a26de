import { authoriseRequest } from '@runnel/node-kit'
import type { McpKind } from '../mcp-kind.ts'

/** The server that Browserless runs itself. */
export const browserlessServer: McpKind = {
  readServer: () => ({ server: { transport: 'http', url: 'https://mcp.browserless.io/mcp', headers: {} } }),
  authorise: () => ({
    apply: ({ browserlessApiToken = '' }) => authoriseRequest({ token: browserlessApiToken }),
  }),
}
