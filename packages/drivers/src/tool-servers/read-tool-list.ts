import { hash } from 'node:crypto'
import type { MCPClient } from '@ai-sdk/mcp'
import { isJsonObject, type JsonObject, type JsonValue, RunnelError, type ServerTool } from '@runnel/contract'

const MOST_TOOLS = 1_000
const MOST_PAGES = 50
/** Of a tool's name, description and schema together, in characters. */
const LONGEST_TOOL = 64_000

type ListedTool = Awaited<ReturnType<MCPClient['listTools']>>['tools'][number]

/**
 * All tools that a server lists, page by page. A name that comes twice counts once, so that nobody is told of one tool
 * and calls the other. @throws RunnelError `upstream_error` for a list without an end
 */
export async function readToolList(client: MCPClient, signal: AbortSignal): Promise<ServerTool[]> {
  const listed: ListedTool[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { params: { cursor } }
    const { tools, nextCursor } = await client.listTools({ ...params, options: { signal } })
    listed.push(...tools)
    if (listed.length > MOST_TOOLS) break
    if (!nextCursor) return eachOnce(listed.flatMap(describeTool))
    cursor = nextCursor
  }
  throw new RunnelError(
    'upstream_error',
    `The server lists more than ${MOST_TOOLS} tools, or its list has no end.`,
  )
}

function eachOnce(tools: ServerTool[]): ServerTool[] {
  const byName = new Map<string, ServerTool>()
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool)
  return [...byName.values()]
}

function describeTool({ name, description = '', inputSchema, annotations }: ListedTool): ServerTool[] {
  const readsOnly = annotations?.readOnlyHint === true
  try {
    const schema: unknown = inputSchema
    if (name === '' || !isJsonObject(schema)) return []
    const text = canonicalText({ name, description, inputSchema: schema, readsOnly })
    if (text.length > LONGEST_TOOL) return []
    const fingerprint = hash('sha256', text).slice(0, 32)
    const hints = readHints(annotations)
    return [
      { name, description, inputSchema: asObject(schema), readsOnly, fingerprint, ...(hints && { hints }) },
    ]
  } catch (error) {
    // A schema that is nested too deep to be written.
    if (error instanceof RangeError) return []
    throw error
  }
}

function readHints(told: ListedTool['annotations']): ServerTool['hints'] {
  const { destructiveHint: destructive, openWorldHint: external } = told ?? {}
  if (destructive === undefined && external === undefined) return undefined
  return { ...(destructive !== undefined && { destructive }), ...(external !== undefined && { external }) }
}

/** Vendors take schemas of objects only; a tool without arguments often says nothing. */
function asObject(schema: JsonObject): JsonObject {
  return { ...schema, type: 'object', properties: isJsonObject(schema.properties) ? schema.properties : {} }
}

/** The same text for the same value, whatever the order of its keys. */
function canonicalText(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: JsonValue) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
