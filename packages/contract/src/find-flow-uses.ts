import type { JsonValue } from './json.ts'
import { isJsonObject } from './json-value.ts'
import { CREDENTIAL_ID_KEY } from './routes/credentials.ts'
import { CUSTOM_TOOL_KEY } from './routes/custom-tools.ts'
import { DOCUMENT_STORE_KEYS, readStoreId } from './routes/document-store-record.ts'
import { MCP_SERVER_KEY } from './routes/mcp-servers.ts'

/** What a flow takes from its workspace: a credential, a custom tool, an MCP server or a document store by its id, a variable by its name. */
export interface FlowUse {
  kind: 'credential' | 'variable' | 'tool' | 'mcpServer' | 'documentStore'
  target: string
}

/** No flow is known to use more than this. */
const MOST_USES = 1_000
/** What stands deeper is read by no node. */
const DEEPEST = 100
/** Names and ids are no longer. */
const LONGEST_TARGET = 200

const ROOT = '$vars'
const WORD = /^[\p{L}\p{N}_$]+/u
const BETWEEN_WORDS = /[^\p{L}\p{N}_$]+/u
/** The end of a name in a reference: what follows reads a part of its value. */
const END_OF_NAME = /[.[\]{}"\n]/

/**
 * Whatever a flow's document (its internal form, parsed) takes from its workspace, each once. Credentials stand beside the
 * values of a node, or in them under their keys, as custom tools do; variables are named by `{{$vars.name}}`, by a mention, or in code. Code
 * that takes `$vars` as a whole may use every name that stands in it, so all its words count.
 */
export function findFlowUses(document: unknown): FlowUse[] {
  const nodes = isJsonObject(document) && Array.isArray(document.nodes) ? document.nodes : []
  const found: Found = {
    credential: new Set(),
    variable: new Set(),
    tool: new Set(),
    mcpServer: new Set(),
    documentStore: new Set(),
  }
  for (const node of nodes) {
    if (!isJsonObject(node)) continue
    if (isJsonObject(node.credentials)) Object.values(node.credentials).forEach(addTo(found.credential))
    collect(node.values, found)
  }
  const uses = Object.entries(found).flatMap(([kind, targets]) =>
    [...targets].map((target) => ({ kind: kind as FlowUse['kind'], target })),
  )
  return uses.slice(0, MOST_USES)
}

/** The keys under which a flow names one thing by its id. */
const KIND_OF_KEY = new Map<string, FlowUse['kind']>([
  [CREDENTIAL_ID_KEY, 'credential'],
  ['credential', 'credential'],
  [CUSTOM_TOOL_KEY, 'tool'],
  [MCP_SERVER_KEY, 'mcpServer'],
])

type Found = Record<FlowUse['kind'], Set<string>>

const addTo = (targets: Set<string>) => (target: JsonValue | undefined) => {
  const name = typeof target === 'string' ? target.trim() : ''
  if (name !== '' && name.length <= LONGEST_TARGET) targets.add(name)
}

function collect(value: JsonValue | undefined, found: Found, depth = 0): void {
  if (depth > DEEPEST) return
  if (typeof value === 'string') {
    collectNames(value, found)
    collect(readKept(value), found, depth + 1)
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const kind = KIND_OF_KEY.get(key)
    if (kind !== undefined) addTo(found[kind])(inner)
    if (DOCUMENT_STORE_KEYS.includes(key)) addTo(found.documentStore)(readStoreId(inner))
    collect(inner, found, depth + 1)
  }
}

/** Rows and settings that are kept as text, which a run reads as what they are. */
function readKept(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function collectNames(text: string, found: Found): void {
  if (text.includes(ROOT)) variablesOf(text).forEach(addTo(found.variable))
}

/** The names of the variables that a text or a source speaks of. */
function variablesOf(text: string): string[] {
  const [before = '', ...parts] = text.split(ROOT)
  const names: string[] = []
  let isTakenWhole = false
  let ahead = before
  for (const part of parts) {
    const name = isReference(ahead) ? nameOfReference(part) : nameInCode(part)
    if (name === undefined) isTakenWhole ||= !WORD.test(part)
    else names.push(name)
    ahead = part
  }
  return isTakenWhole ? [...names, ...text.split(BETWEEN_WORDS)] : names
}

const isReference = (ahead: string) =>
  ahead.slice(-LONGEST_TARGET).trimEnd().endsWith('{{') || ahead.endsWith('data-id="')

/** `.name` or `.name.part`, with the backslashes that Markdown puts before underscores. */
function nameOfReference(part: string): string | undefined {
  if (!part.startsWith('.')) return undefined
  const rest = part.slice(1, 2 * LONGEST_TARGET)
  const end = rest.search(END_OF_NAME)
  return rest
    .slice(0, end === -1 ? undefined : end)
    .trim()
    .replaceAll('\\_', '_')
}

/** `.name`, `?.name`, `["name"]`. */
function nameInCode(part: string): string | undefined {
  const rest = part.slice(part.startsWith('?.') ? 2 : 0, 2 * LONGEST_TARGET)
  const isMember = part.startsWith('?.') || rest.startsWith('.')
  const word = isMember ? WORD.exec(rest.replace(/^\./, ''))?.[0] : undefined
  if (word !== undefined) return word
  const quote = rest.startsWith('[') ? rest[1] : undefined
  if (quote === undefined || !'"\'`'.includes(quote)) return undefined
  const end = rest.indexOf(quote, 2)
  return end === -1 ? undefined : rest.slice(2, end)
}
