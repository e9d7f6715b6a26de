import { type ErrorIssue, MCP_MASK, RunnelError } from '@runnel/contract'
import { findTakenAlong } from '../bound-fields.ts'
import { maskAddress } from './present-mcp-server.ts'
import type { ServerConfig } from './server-config.ts'

/** Fields of a server that is put into the list or changed. */
export interface McpServerInput {
  name?: string | undefined
  serverUrl?: string | undefined
  iconSrc?: string | null | undefined
  color?: string | null | undefined
  authType?: 'NONE' | 'CUSTOM_HEADERS' | undefined
  authConfig?: { headers?: Record<string, string> | undefined } | null | undefined
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** A server as it is before the change; a new one has nothing. */
interface Before {
  config?: ServerConfig
  authType?: string
}

/**
 * The address and headers that a change makes; what is sent masked stays as it is. Headers that the caller does not know
 * stay at their address: for another one, also on the same host, they are to be given anew.
 * @throws RunnelError `invalid_input` that names each faulty field, without its value
 */
export function readConfig(
  { serverUrl, authType, authConfig }: McpServerInput,
  before: Before = {},
): ServerConfig & { authType: string } {
  const issues: ErrorIssue[] = []
  const issue = (path: string, message: string) => issues.push({ path, message })
  const kind = authType ?? before.authType ?? 'NONE'
  const address = readAddress(serverUrl, before.config, issue)
  const given = kind === 'NONE' ? {} : (authConfig?.headers ?? keepAll(before.config))
  const headers = readHeaders(given, before.config?.headers ?? {}, issue)
  const taken = findHeadersTakenAlong({ serverUrl: address, headers }, { before: before.config, given })
  for (const path of taken)
    issue(path, 'is stored for another address. Give its value anew, because serverUrl is another')
  if (kind === 'CUSTOM_HEADERS' && Object.keys(given).length === 0)
    issue('authConfig.headers', 'must hold a header at least')
  const [first] = issues
  if (first) throw new RunnelError('invalid_input', `${first.path}: ${first.message}`, { issues })
  return { serverUrl: address, headers, authType: kind }
}

function findHeadersTakenAlong(
  after: ServerConfig,
  { before, given }: { before: ServerConfig | undefined; given: Record<string, string> },
): string[] {
  if (before === undefined) return []
  const pathOf = (name: string) => `authConfig.headers.${name}`
  const flatten = ({ serverUrl, headers }: ServerConfig) => ({
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [pathOf(name), value])),
    serverUrl: URL.canParse(serverUrl) ? new URL(serverUrl).href : serverUrl,
  })
  return findTakenAlong({
    before: flatten(before),
    after: flatten(after),
    destinations: ['serverUrl'],
    hidden: Object.keys(before.headers).map(pathOf),
    given: Object.keys(given)
      .filter((name) => given[name] !== MCP_MASK)
      .map(pathOf),
  })
}

type Issue = (path: string, message: string) => void

const keepAll = (config: ServerConfig | undefined) =>
  Object.fromEntries(Object.keys(config?.headers ?? {}).map((name) => [name, MCP_MASK]))

/** Scheme, host and port; empty for what is no address. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ''
}

function readAddress(given: string | undefined, before: ServerConfig | undefined, issue: Issue): string {
  if (before && (given === undefined || given === maskAddress(before.serverUrl))) return before.serverUrl
  const address = given ?? ''
  if (address.includes(MCP_MASK)) issue('serverUrl', 'is masked in part. Write the whole address')
  else if (!isWebAddress(address))
    issue('serverUrl', 'must be an address that begins with http:// or https://')
  return address
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

function readHeaders(
  given: Record<string, string>,
  stored: Record<string, string>,
  issue: Issue,
): Record<string, string> {
  const headers = Object.entries(given).map(([name, value]): [string, string] => {
    const path = `authConfig.headers.${name.slice(0, 100)}`
    const known = Object.hasOwn(stored, name) ? stored[name] : undefined
    if (value === MCP_MASK && known !== undefined) return [name, known]
    if (!HEADER_NAME.test(name)) issue(path, 'is no name of a header')
    else if (value.includes(MCP_MASK)) issue(path, 'is masked. Give its value anew')
    else if (!HEADER_VALUE.test(value)) issue(path, 'holds characters that no header may have')
    return [name, value]
  })
  return Object.fromEntries(headers)
}
