import { RunnelError } from '@runnel/contract'
import { authoriseRequest, readText } from '@runnel/node-kit'
import type { McpKind } from '../mcp-kind.ts'

/** An enterprise of GitHub's cloud; its name is one word. */
const ENTERPRISE = /^https:\/\/([a-z0-9-]{1,63})\.ghe\.com\/?$/i

/** GitHub's own server, or that of an enterprise of its cloud. */
export const githubServer: McpKind = {
  readServer: (values, label) => ({
    server: {
      transport: 'http',
      url: `https://${hostOf(readText(values, 'githubEnterpriseUrl').trim(), label)}/mcp`,
      headers: {},
    },
  }),
  authorise: () => ({ apply: ({ accessToken = '' }) => authoriseRequest({ token: accessToken }) }),
}

function hostOf(enterprise: string, label: string): string {
  if (enterprise === '') return 'api.githubcopilot.com'
  const [, name] = ENTERPRISE.exec(enterprise) ?? []
  if (name !== undefined) return `copilot-api.${name.toLowerCase()}.ghe.com`
  throw new RunnelError(
    'invalid_input',
    `${label}: githubEnterpriseUrl must be an address such as https://octocorp.ghe.com. For a server of your own, use Custom MCP with its URL.`,
  )
}
