import type { MarkdownInline } from './markdown-tree.ts'
import { findSafeLink } from './safe-link.ts'

/** Patterns are tried at one place only and never look further than this, so that no text makes them slow. */
const CODE = /(`{1,3})([^`\n]{1,2000})\1/y
const STRONG = /(\*\*|__)(?=\S)([^\n]{1,2000}?\S|\S)\1/y
const EMPHASIS = /([*_])(?=[^\s*_])([^\n*_]{0,1000}[^\s*_])\1/y
const STRIKE = /~~(?=\S)([^\n~]{1,1000})~~/y
const LINK =
  /!?\[([^\]\n]{0,1000})\]\(\s{0,3}<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,500}\))?[^\s()<>]{0,2000})>?(?:\s{1,3}"[^"\n]{0,500}")?\s{0,3}\)/y
const ADDRESS = /https?:\/\/[^\s<>"'`]{1,2000}/y
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!~|<>])/y
const BREAK = / {2,8}\n|\\\n/y
const PLAIN = /[^\\`*_~![h \n]{1,}/y

/** Parses emphasis, code, links and line breaks of one paragraph. Anything else, HTML included, stays text. */
export function parseInline(text: string, depth = 0): MarkdownInline[] {
  const parts: MarkdownInline[] = []
  let at = 0
  while (at < text.length) {
    const found = findInline(text, at, depth)
    at += found.length
    append(parts, found.inline)
  }
  return parts
}

interface Found {
  length: number
  inline: MarkdownInline
}

const MAX_DEPTH = 6

function findInline(text: string, at: number, depth: number): Found {
  const plain = match(PLAIN, text, at)
  if (plain) return { length: plain[0].length, inline: { kind: 'text', text: plain[0] } }
  const special = depth < MAX_DEPTH ? findSpecial(text, at, depth) : undefined
  return special ?? { length: 1, inline: { kind: 'text', text: text[at] ?? '' } }
}

function findSpecial(text: string, at: number, depth: number): Found | undefined {
  switch (text[at]) {
    case '`':
      return from(match(CODE, text, at), (found) => ({ kind: 'code', text: (found[2] ?? '').trim() }))
    case '*':
    case '_':
      return findEmphasis(text, at, depth)
    case '~':
      return from(match(STRIKE, text, at), (found) => nested('strike', found[1], depth))
    case '[':
    case '!':
      return findLink(text, at, depth)
    case 'h':
      return findAddress(text, at)
    case '\\':
      return findEscaped(text, at)
    default:
      return from(match(BREAK, text, at), () => ({ kind: 'break' }))
  }
}

function findEmphasis(text: string, at: number, depth: number): Found | undefined {
  const insideWord = text[at] === '_' && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')
  if (insideWord) return undefined
  return (
    from(match(STRONG, text, at), (found) => nested('strong', found[2], depth)) ??
    from(match(EMPHASIS, text, at), (found) => nested('emphasis', found[2], depth))
  )
}

function findLink(text: string, at: number, depth: number): Found | undefined {
  const found = match(LINK, text, at)
  if (!found) return undefined
  const label = found[1] ?? ''
  const href = findSafeLink(found[2] ?? '')
  if (href === undefined) return { length: found[0].length, inline: { kind: 'text', text: label } }
  return {
    length: found[0].length,
    inline: { kind: 'link', href, children: parseInline(label || href, depth + 1) },
  }
}

function findAddress(text: string, at: number): Found | undefined {
  if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return undefined
  const address = match(ADDRESS, text, at)?.[0].replace(/[).,;:!?*_~\]]{1,10}$/, '')
  const href = address === undefined ? undefined : findSafeLink(address)
  if (address === undefined || href === undefined) return undefined
  return {
    length: address.length,
    inline: { kind: 'link', href, children: [{ kind: 'text', text: address }] },
  }
}

function findEscaped(text: string, at: number): Found | undefined {
  return (
    from(match(ESCAPED, text, at), (found) => ({ kind: 'text', text: found[1] ?? '' })) ??
    from(match(BREAK, text, at), () => ({ kind: 'break' }))
  )
}

function nested(
  kind: 'strong' | 'emphasis' | 'strike',
  text: string | undefined,
  depth: number,
): MarkdownInline {
  return { kind, children: parseInline(text ?? '', depth + 1) }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function from(
  found: RegExpExecArray | null,
  make: (found: RegExpExecArray) => MarkdownInline,
): Found | undefined {
  return found ? { length: found[0].length, inline: make(found) } : undefined
}

function append(parts: MarkdownInline[], inline: MarkdownInline): void {
  const last = parts.at(-1)
  if (inline.kind === 'text' && last?.kind === 'text') {
    parts[parts.length - 1] = { kind: 'text', text: last.text + inline.text }
  } else {
    parts.push(inline)
  }
}
