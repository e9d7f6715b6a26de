import { type JsonObject, RunnelError } from '@runnel/contract'
import { authoriseRequest, readText, type TokenRequest } from '@runnel/node-kit'
import type { McpKind } from '../mcp-kind.ts'
import { checkHeaders } from '../read-headers.ts'

/** Pipedream's server: the project of the credential, the app and the user of the node. */
export const pipedreamServer: McpKind = {
  readServer: (values, label) => ({
    server: {
      transport: 'http',
      url: 'https://remote.mcp.pipedream.net',
      headers: checkHeaders(
        [
          ['x-pd-environment', readText(values, 'environment', 'development') || 'development'],
          ['x-pd-app-slug', readNeeded(values, 'appSlug', label)],
          ['x-pd-external-user-id', readNeeded(values, 'externalUserId', label)],
          ['x-pd-tool-mode', readText(values, 'toolMode', 'tools-only') || 'tools-only'],
        ],
        label,
      ),
    },
  }),
  authorise: () => ({
    apply: ({ accessToken = '', projectId = '' }) => ({
      headers: {
        ...authoriseRequest({ token: accessToken }).headers,
        ...checkHeaders([['x-pd-project-id', projectId]], 'Project ID of the credential'),
      },
    }),
    exchange: askForPipedreamToken,
  }),
}

/** The request for a token of the project's client. */
export function askForPipedreamToken({
  clientId = '',
  clientSecret = '',
  oauthScopes = '',
}: Record<string, string>): TokenRequest {
  return {
    url: 'https://api.pipedream.com/v1/oauth/token',
    encoding: 'json',
    body: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(oauthScopes.trim() !== '' && { scope: oauthScopes.trim() }),
    },
  }
}

function readNeeded(values: JsonObject, name: string, label: string): string {
  const text = readText(values, name).trim()
  if (text !== '') return text
  throw new RunnelError('invalid_input', `${label}: ${name} is missing.`)
}
