import { MCP_MASK, type McpServerDetail } from '@runnel/contract'
import { makeId } from '../../make-id.ts'

/** A header while it is written. */
export interface DraftHeader {
  key: string
  name: string
  value: string
}

/** A server while it is written; what is masked stays as it is stored. */
export interface ServerDraft {
  name: string
  url: string
  authType: 'NONE' | 'CUSTOM_HEADERS'
  headers: DraftHeader[]
}

/** A new, empty header. */
export const newHeader = (): DraftHeader => ({ key: makeId(), name: '', value: '' })

/** A new server. */
export const emptyDraft = (): ServerDraft => ({ name: '', url: '', authType: 'NONE', headers: [] })

/** A stored server to be changed. */
export function draftOf({ name, serverUrl, authType, authConfig }: McpServerDetail): ServerDraft {
  const headers = Object.entries(authConfig?.headers ?? {})
  return {
    name,
    url: serverUrl,
    authType,
    headers: headers.map(([header, value]) => ({ key: header, name: header, value })),
  }
}

/** What is wrong with an address, if anything. */
export function findAddressFault(url: string, before: string): 'missing' | 'invalid' | 'masked' | undefined {
  const text = url.trim()
  if (text === '') return 'missing'
  if (text === before) return undefined
  if (text.includes(MCP_MASK)) return 'masked'
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? undefined : 'invalid'
}

/** What the server is sent of a draft. */
export function bodyOf({ name, url, authType, headers }: ServerDraft) {
  const pairs = headers.map((header): [string, string] => [header.name.trim(), header.value])
  return {
    name: name.trim(),
    serverUrl: url.trim(),
    authType,
    ...(authType === 'CUSTOM_HEADERS' && { authConfig: { headers: Object.fromEntries(pairs) } }),
  }
}
