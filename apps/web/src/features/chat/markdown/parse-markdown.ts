import type { MarkdownBlock, MarkdownItem } from './markdown-tree.ts'
import { parseInline } from './parse-inline.ts'
import type { ReadBlock } from './read-block.ts'
import { isTableStart, readTable } from './read-table.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,40})/
const HEADING = /^ {0,3}(#{1,6})\s+(.{0,2000}?)\s*#*$/
const RULE = /^ {0,3}(?:(?:\*\s?){3,}|(?:-\s?){3,}|(?:_\s?){3,})$/
const QUOTE = /^ {0,3}>\s?/
const ITEM = /^( {0,12})(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/
const MAX_DEPTH = 8

/**
 * Parses the Markdown that models write: paragraphs, headings, lists, quotes, fenced code, tables, rules. HTML is
 * not known: it stays text. Text that is still being streamed parses too (an open fence runs to the end).
 */
export function parseMarkdown(text: string): MarkdownBlock[] {
  return parseLines(text.replaceAll('\r\n', '\n').split('\n'), 0)
}

function parseLines(lines: readonly string[], depth: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let at = 0
  while (at < lines.length) {
    if (lineAt(lines, at).trim() === '') {
      at += 1
      continue
    }
    const { block, next } = readBlock(lines, at, depth)
    blocks.push(block)
    at = next
  }
  return blocks
}

function readBlock(lines: readonly string[], at: number, depth: number): ReadBlock {
  const line = lineAt(lines, at)
  const heading = HEADING.exec(line)
  if (heading) {
    const block = {
      kind: 'heading',
      level: heading[1]?.length ?? 1,
      children: parseInline(heading[2] ?? ''),
    } as const
    return { block, next: at + 1 }
  }
  if (FENCE.test(line)) return readCode(lines, at)
  if (RULE.test(line)) return { block: { kind: 'rule' }, next: at + 1 }
  if (depth < MAX_DEPTH && QUOTE.test(line)) return readQuote(lines, at, depth)
  if (depth < MAX_DEPTH && ITEM.test(line)) return readList(lines, at, depth)
  if (isTableStart(lines, at)) return readTable(lines, at)
  return readParagraph(lines, at)
}

function readCode(lines: readonly string[], at: number): ReadBlock {
  const opening = FENCE.exec(lineAt(lines, at))
  const fence = opening?.[1] ?? '```'
  let end = at + 1
  while (end < lines.length && !lineAt(lines, end).trimStart().startsWith(fence)) end += 1
  const text = lines.slice(at + 1, end).join('\n')
  return { block: { kind: 'code', language: opening?.[2] ?? '', text }, next: end + 1 }
}

function readQuote(lines: readonly string[], at: number, depth: number): ReadBlock {
  let end = at
  while (end < lines.length && QUOTE.test(lineAt(lines, end))) end += 1
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''))
  return { block: { kind: 'quote', children: parseLines(inner, depth + 1) }, next: end }
}

function readList(lines: readonly string[], at: number, depth: number): ReadBlock {
  const first = ITEM.exec(lineAt(lines, at))
  const ordered = first?.[3] !== undefined
  const indent = first?.[1]?.length ?? 0
  const items: MarkdownItem[] = []
  let next = at
  while (next < lines.length && startsItem(lineAt(lines, next), indent, ordered)) {
    const end = findItemEnd(lines, next, indent)
    const body = ITEM.exec(lineAt(lines, next))?.[4] ?? ''
    const inner = [body, ...lines.slice(next + 1, end).map((line) => unindent(line, indent))]
    items.push({ children: parseLines(inner, depth + 1) })
    next = end
  }
  return { block: { kind: 'list', ordered, start: Number(first?.[3] ?? 1), items }, next }
}

function startsItem(line: string, indent: number, ordered: boolean): boolean {
  const item = ITEM.exec(line)
  return item !== null && item[1]?.length === indent && (item[3] !== undefined) === ordered
}

/** An item runs on over lines that are indented deeper, and over lines of its first paragraph. */
function findItemEnd(lines: readonly string[], at: number, indent: number): number {
  let end = at + 1
  let afterBlank = false
  while (end < lines.length) {
    const line = lineAt(lines, end)
    const blank = line.trim() === ''
    const deeper = line.length - line.trimStart().length > indent
    if (!blank && !deeper && (afterBlank || ITEM.test(line) || startsOtherBlock(line))) break
    afterBlank = blank
    end += 1
  }
  return end
}

function unindent(line: string, indent: number): string {
  const spaces = line.length - line.trimStart().length
  return line.slice(Math.min(spaces, indent + 3))
}

function startsOtherBlock(line: string): boolean {
  return HEADING.test(line) || FENCE.test(line) || RULE.test(line) || QUOTE.test(line)
}

function readParagraph(lines: readonly string[], at: number): ReadBlock {
  let end = at + 1
  while (end < lines.length) {
    const line = lineAt(lines, end)
    if (line.trim() === '' || startsOtherBlock(line) || ITEM.test(line)) break
    end += 1
  }
  const text = lines.slice(at, end).join('\n').trim()
  return { block: { kind: 'paragraph', children: parseInline(text) }, next: end }
}

function lineAt(lines: readonly string[], at: number): string {
  return lines[at] ?? ''
}
