import { authoriseRequest, readText } from '@runnel/node-kit'
import type { McpKind } from '../mcp-kind.ts'
import { checkAddress, checkHeaders } from '../read-headers.ts'

/** The server at the author's address. */
export const teradataServer: McpKind = {
  readServer(values, label) {
    const token = readText(values, 'bearerToken').trim()
    const pairs: [string, string][] = token === '' ? [] : [['authorization', `Bearer ${token}`]]
    return {
      server: {
        transport: 'http',
        url: checkAddress(readText(values, 'mcpUrl'), `${label}: mcpUrl`),
        headers: checkHeaders(pairs, `${label}: bearerToken`),
      },
    }
  },
  authorise: () => ({
    apply: ({ tdUsername, tdPassword = '', token = '' }) =>
      authoriseRequest(
        tdUsername === undefined
          ? { token }
          : { basicAuthUsername: tdUsername, basicAuthPassword: tdPassword },
      ),
  }),
}
