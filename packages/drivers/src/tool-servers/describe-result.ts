import type { CallToolResult } from '@ai-sdk/mcp'
import { type JsonValue, RunnelError, type ServerPart, type ServerToolReply } from '@runnel/contract'

const MOST_PARTS = 100
/** Of all texts of an answer, in characters; what is longer is cut with a note. */
const LONGEST_TEXTS = 200_000
/** Of all files of an answer, in characters of base64. */
const LONGEST_FILES = 8_000_000

/** What a tool gave, within bounds. @throws RunnelError `upstream_error` for files that are too large */
export function describeResult({ content, structuredContent, isError }: CallToolResult): ServerToolReply {
  const found = Array.isArray(content) ? content : []
  const parts = cutTexts(found.slice(0, MOST_PARTS).map(describePart))
  const files = parts.reduce((sum, part) => sum + (part.type === 'file' ? part.data.length : 0), 0)
  if (files > LONGEST_FILES) {
    throw new RunnelError('upstream_error', 'The tool gave files that are larger than 6 MB.')
  }
  const structured = describeStructured(structuredContent, parts)
  return { type: 'result', parts, isError: isError === true, ...(structured !== undefined && { structured }) }
}

type FoundPart = { type: string; [key: string]: unknown }

function describePart(part: FoundPart): ServerPart {
  const { type, text, data, mimeType } = part
  if (type === 'text') return { type: 'text', text: String(text) }
  if ((type === 'image' || type === 'audio') && typeof data === 'string') return fileOf(data, mimeType)
  if (type === 'resource_link') return { type: 'text', text: `${String(part.name)}: ${String(part.uri)}` }
  if (type === 'resource') return describeResource(part.resource)
  return {
    type: 'text',
    text: `[The tool gave something of the kind “${type.slice(0, 50)}”, which is not shown.]`,
  }
}

function describeResource(resource: unknown): ServerPart {
  const { uri, text, blob, mimeType } = (resource ?? {}) as Record<string, unknown>
  if (typeof text === 'string') return { type: 'text', text }
  if (typeof blob === 'string') return fileOf(blob, mimeType)
  return { type: 'text', text: String(uri) }
}

function fileOf(data: string, mimeType: unknown): ServerPart {
  return { type: 'file', mediaType: String(mimeType ?? 'application/octet-stream').slice(0, 100), data }
}

function cutTexts(parts: ServerPart[]): ServerPart[] {
  let left = LONGEST_TEXTS
  return parts.map((part) => {
    if (part.type !== 'text') return part
    const shown = part.text.slice(0, left).replace(/[\ud800-\udbff]$/, '')
    left -= shown.length
    const isWhole = shown.length === part.text.length
    return {
      type: 'text',
      text: isWhole
        ? shown
        : `${shown}\n\n[Cut here: ${shown.length} of ${part.text.length} characters are shown.]`,
    }
  })
}

/** Most servers write it as a text, too; then it is not told twice. */
function describeStructured(structured: unknown, parts: ServerPart[]): JsonValue | undefined {
  if (structured === undefined || structured === null) return undefined
  const text = JSON.stringify(structured)
  const isTold = parts.some((part) => part.type === 'text' && part.text.trim() !== '')
  return isTold || text.length > LONGEST_TEXTS ? undefined : (structured as JsonValue)
}
