import { createHash } from 'node:crypto'
import { traitsOf } from './anthropic-models.ts'
import type { AnthropicBlock, AnthropicBody, CacheControl } from './anthropic-request.ts'
import { countBlockTokens, withoutCacheControl } from './count-tokens.ts'

/** How the tokens of a prompt are charged, in the vendor's names. */
export interface PromptUsage {
  /** Behind the last kept prefix. */
  input_tokens: number
  cache_creation_input_tokens: number
  cache_read_input_tokens: number
  cache_creation: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number }
}

/** The prefixes that this server has seen. */
export interface PromptCache {
  /** Finds the longest kept prefix of a prompt, keeps those that the call marks, and says what that comes to. */
  account(body: AnthropicBody): PromptUsage
}

const MINUTE = 60_000
/** How far before a mark the vendor looks for a prefix that it kept. */
const LOOK_BACK = 20

/** Makes an empty cache. `now` is in milliseconds. */
export function createPromptCache(now: () => number = Date.now): PromptCache {
  const kept = new Map<string, Kept>()
  const isKept = (hash: string) => (kept.get(hash)?.until ?? 0) > now()
  return {
    account(body) {
      const segments = readSegments(body)
      const marks = findMarks(segments, traitsOf(body.model ?? '').leastCacheTokens)
      const read = findKept(segments, { marks, isKept })
      const entry = kept.get(segments[read]?.hash ?? '')
      if (entry) entry.until = now() + entry.lifetime
      for (const mark of marks) {
        const { hash = '', lifetime = 0 } = segments[mark] ?? {}
        if (!isKept(hash)) kept.set(hash, { lifetime, until: now() + lifetime })
      }
      return describeUsage(segments, { read, marks })
    },
  }
}

interface Kept {
  lifetime: number
  until: number
}

interface Segment {
  /** Of everything up to the end of this one. */
  hash: string
  tokens: number
  /** Tokens up to the end of this one. */
  total: number
  /** How long the prefix that ends here is to be kept, in milliseconds; undefined for not at all. */
  lifetime: number | undefined
}

/** Tools, then the system prompt, then the messages: the order in which the vendor reads a call. */
function readSegments(body: AnthropicBody): Segment[] {
  const segments: Segment[] = []
  let hash = digest(body.model ?? '')
  let total = 0
  const add = (part: object, owner: string) => {
    hash = digest(hash + owner + JSON.stringify(withoutCacheControl(part)))
    const tokens = countBlockTokens(part)
    total += tokens
    segments.push({ hash, tokens, total, lifetime: lifetimeOf(part) })
  }
  for (const tool of body.tools ?? []) add(tool, 'tool')
  for (const block of asBlocks(body.system)) add(block, 'system')
  hash = digest(hash + JSON.stringify([body.thinking, body.tool_choice]))
  for (const { role, content } of body.messages ?? []) {
    for (const block of asBlocks(content)) add(block, role)
  }
  const last = segments.at(-1)
  if (last && body.cache_control) last.lifetime ??= lifetimeOf(body)
  return segments
}

function asBlocks(content: string | AnthropicBlock[] | undefined): AnthropicBlock[] {
  if (content === undefined || content === '') return []
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function lifetimeOf(part: { cache_control?: CacheControl | null }): number | undefined {
  if (!part.cache_control) return undefined
  return part.cache_control.ttl === '1h' ? 60 * MINUTE : 5 * MINUTE
}

function findMarks(segments: Segment[], least: number): number[] {
  return segments.flatMap(({ lifetime, total }, index) => (lifetime && total >= least ? [index] : []))
}

interface Search {
  marks: number[]
  isKept: (hash: string) => boolean
}

/** Where the longest kept prefix ends; -1 for nowhere. */
function findKept(segments: Segment[], { marks, isKept }: Search): number {
  for (const mark of marks.toReversed()) {
    const start = Math.max(0, mark - LOOK_BACK)
    const found = segments.slice(start, mark + 1).findLastIndex(({ hash }) => isKept(hash))
    if (found >= 0) return start + found
  }
  return -1
}

function describeUsage(segments: Segment[], { read, marks }: { read: number; marks: number[] }): PromptUsage {
  const sum = (from: number, to: number) =>
    segments.slice(from, to).reduce((total, { tokens }) => total + tokens, 0)
  const written = Math.max(read, marks.at(-1) ?? -1)
  const lastLong = marks.findLast((mark) => segments[mark]?.lifetime === 60 * MINUTE) ?? -1
  const long = sum(read + 1, lastLong + 1)
  const creation = sum(read + 1, written + 1)
  return {
    input_tokens: sum(written + 1, segments.length),
    cache_creation_input_tokens: creation,
    cache_read_input_tokens: sum(0, read + 1),
    cache_creation: { ephemeral_5m_input_tokens: creation - long, ephemeral_1h_input_tokens: long },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
