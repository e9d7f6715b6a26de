import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { authoriseRequest, type TokenRequest, type ToolServerTarget } from '@runnel/node-kit'
import type { McpKind } from '../mcp-kind.ts'
import { checkAddress, checkHeaders } from '../read-headers.ts'

const CONFIG = 'mcpServerConfig'
const LONGEST_TIMEOUT_MS = 600_000

/** Names that people write for the ways to speak, here and in the files of other clients. */
const TRANSPORTS: Record<string, 'auto' | 'http' | 'sse'> = {
  auto: 'auto',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
}

/** A server that the author describes in JSON: an address with headers, or a program that the operator allows by name. */
export const customServer: McpKind = {
  readServer(values, label) {
    const config = readConfig(values[CONFIG], label)
    const { command, args, env, cwd } = config
    if (command === undefined) return readAddress(config, label)
    if (typeof command !== 'string' || command.trim() === '') throw fault(label, 'command', 'must be a text')
    if ([args, env, cwd].some((each) => each !== undefined)) {
      throw fault(
        label,
        'command',
        'is the name of a program that the operator listed; its args, env and cwd stand in that list and not here',
      )
    }
    return { server: { transport: 'stdio', command: command.trim() }, ...readTimeout(config, label) }
  },
  authorise: (server) => ({
    apply: ({ accessToken, ...fields }) =>
      authoriseRequest(accessToken === undefined ? fields : { token: accessToken }),
    exchange: (fields) => (fields.tokenUrl === undefined ? undefined : askForToken(fields, server)),
  }),
}

/** Asks for a token for this server alone, as the protocol has it (`resource`). */
export function askForToken(
  { tokenUrl = '', clientId = '', clientSecret = '', scope = '' }: Record<string, string>,
  server?: ToolServerTarget['server'],
): TokenRequest {
  return {
    url: checkAddress(tokenUrl, 'Token URL of the credential'),
    encoding: 'form',
    body: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope.trim() !== '' && { scope: scope.trim() }),
      ...(server !== undefined && 'url' in server && { resource: withoutFragment(server.url) }),
    },
  }
}

function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

function readConfig(value: JsonValue | undefined, label: string): JsonObject {
  const parsed = typeof value === 'string' ? parse(value, label) : value
  if (isJsonObject(parsed)) return parsed
  throw new RunnelError(
    'invalid_input',
    `${label}: ${CONFIG} must be a JSON object such as {"url": "https://example.com/mcp"}.`,
  )
}

function parse(text: string, label: string): JsonValue {
  if (text.trim() === '') return null
  try {
    const parsed: JsonValue = JSON.parse(text)
    return parsed
  } catch (cause) {
    throw new RunnelError(
      'invalid_input',
      `${label}: ${CONFIG} is no JSON. Names and texts stand in double quotes, nothing follows the last entry.`,
      { cause },
    )
  }
}

function readAddress(config: JsonObject, label: string): Pick<ToolServerTarget, 'server' | 'timeoutMs'> {
  const { url, headers = {}, transport = config.type ?? 'auto' } = config
  if (typeof url !== 'string') throw fault(label, 'url', 'is missing. Write the address of the server')
  const way =
    typeof transport === 'string' && Object.hasOwn(TRANSPORTS, transport) ? TRANSPORTS[transport] : undefined
  if (way === undefined) throw fault(label, 'transport', 'must be "http" or "sse"')
  if (!isJsonObject(headers)) throw fault(label, 'headers', 'must be an object of names and texts')
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => {
    if (typeof value === 'object') throw fault(label, `headers.${name}`, 'must be a text')
    return [name, String(value)]
  })
  return {
    server: {
      transport: way,
      url: checkAddress(url, `${label}: ${CONFIG}.url`),
      headers: checkHeaders(pairs, `${label}: ${CONFIG}.headers`),
    },
    ...readTimeout(config, label),
  }
}

/** In milliseconds. */
function readTimeout({ timeout }: JsonObject, label: string): { timeoutMs?: number } {
  if (timeout === undefined) return {}
  const time = Number(timeout)
  if (time >= 1 && time <= LONGEST_TIMEOUT_MS) return { timeoutMs: time }
  throw fault(label, 'timeout', `must be milliseconds, from 1 to ${LONGEST_TIMEOUT_MS}`)
}

function fault(label: string, field: string, words: string): RunnelError {
  return new RunnelError('invalid_input', `${label}: ${CONFIG}.${field} ${words}.`)
}
