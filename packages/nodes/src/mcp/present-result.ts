import {
  type JsonObject,
  type JsonValue,
  RunnelError,
  type ServerPart,
  type ServerToolReply,
} from '@runnel/contract'
import type { ToolResult } from '@runnel/node-kit'

/** Pictures in the reference's form of an artifact. */
const PICTURES: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpeg' }
/** Of all pictures that are handed on, in characters of base64. */
const LONGEST_PICTURES = 2_000_000

/** What a model is told of a result, and what people see beside it. @throws RunnelError with the server's words for a fault */
export function presentResult(
  { parts, structured, isError }: Extract<ServerToolReply, { type: 'result' }>,
  { tool }: { tool: string; input: JsonObject },
): ToolResult {
  const texts = parts.map(describePart)
  if (structured !== undefined) texts.push(JSON.stringify(structured))
  const content = texts.join('\n\n').trim()
  if (isError) throw new RunnelError('upstream_error', content || `${tool} failed without a word.`)
  const artifacts = pickPictures(parts)
  return { content: content || `[Done: ${tool} said nothing.]`, ...(artifacts.length > 0 && { artifacts }) }
}

function describePart(part: ServerPart): string {
  return part.type === 'text' ? part.text : `[The tool gave a file of the type ${part.mediaType}.]`
}

function pickPictures(parts: ServerPart[]): JsonValue[] {
  let left = LONGEST_PICTURES
  return parts.flatMap((part) => {
    if (part.type !== 'file') return []
    const type = Object.hasOwn(PICTURES, part.mediaType) ? PICTURES[part.mediaType] : undefined
    if (type === undefined || part.data.length > left) return []
    left -= part.data.length
    return [{ type, data: part.data }]
  })
}
