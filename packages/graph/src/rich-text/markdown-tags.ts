import { decodeEntities } from './decode-entities.ts'

/** Markdown while it is written. `skipUntil`: text is left out until that element ends (inside a mention). */
export interface MarkdownWriter {
  parts: string[]
  /** The last characters written, so that nobody looks through all of it. */
  tail: string
  lists: { isOrdered: boolean; count: number }[]
  links: string[]
  isVerbatim: boolean
  isFirstRow: boolean
  cells: number
  skipUntil?: string | undefined
}

/** Writes a piece. */
export function append(writer: MarkdownWriter, text: string): void {
  if (text === '') return
  writer.parts.push(text)
  writer.tail = (writer.tail + text.slice(-4)).slice(-4)
}

const MARKS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '_',
  i: '_',
  s: '~~',
  del: '~~',
}

function startBlock(writer: MarkdownWriter): void {
  if (writer.tail !== '' && !writer.tail.endsWith('\n\n') && !/(?:[-*]|\d\.|>) $/.test(writer.tail)) {
    append(writer, writer.lists.length > 0 ? '\n' : '\n\n')
  }
}

function startItem(writer: MarkdownWriter): void {
  const list = writer.lists.at(-1)
  const indent = '  '.repeat(Math.max(0, writer.lists.length - 1))
  if (!writer.tail.endsWith('\n') && writer.tail !== '') append(writer, '\n')
  if (list) list.count += 1
  append(writer, list?.isOrdered ? `${indent}${list.count}. ` : `${indent}- `)
}

function startList(writer: MarkdownWriter, isOrdered: boolean): void {
  if (writer.lists.length === 0) startBlock(writer)
  writer.lists.push({ isOrdered, count: 0 })
}

function startCode(writer: MarkdownWriter): void {
  if (!writer.isVerbatim) append(writer, '`')
}

function hrefOf(attributes: string): string {
  return decodeEntities(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '')
}

const OPENERS: Readonly<Record<string, (writer: MarkdownWriter, attributes: string) => void>> = {
  p: startBlock,
  div: startBlock,
  ul: (writer) => startList(writer, false),
  ol: (writer) => startList(writer, true),
  li: startItem,
  code: startCode,
  br: (writer) => append(writer, '\n'),
  hr: (writer) => {
    startBlock(writer)
    append(writer, '---\n\n')
  },
  blockquote: (writer) => {
    startBlock(writer)
    append(writer, '> ')
  },
  pre: (writer) => {
    startBlock(writer)
    append(writer, '```\n')
    writer.isVerbatim = true
  },
  a: (writer, attributes) => {
    writer.links.push(hrefOf(attributes))
    append(writer, '[')
  },
  table: (writer) => {
    startBlock(writer)
    writer.isFirstRow = true
  },
  tr: (writer) => {
    writer.cells = 0
    append(writer, '|')
  },
  td: (writer) => {
    writer.cells += 1
    append(writer, ' ')
  },
  th: (writer) => {
    writer.cells += 1
    append(writer, ' ')
  },
}

const CLOSERS: Readonly<Record<string, (writer: MarkdownWriter) => void>> = {
  div: (writer) => append(writer, '\n\n'),
  p: (writer) => append(writer, writer.lists.length > 0 ? '' : '\n\n'),
  ul: (writer) => endList(writer),
  ol: (writer) => endList(writer),
  blockquote: (writer) => append(writer, '\n\n'),
  code: startCode,
  pre: (writer) => {
    append(writer, writer.tail.endsWith('\n') ? '```\n\n' : '\n```\n\n')
    writer.isVerbatim = false
  },
  a: (writer) => append(writer, `](${writer.links.pop() ?? ''})`),
  td: (writer) => append(writer, ' |'),
  th: (writer) => append(writer, ' |'),
  tr: (writer) => {
    append(writer, '\n')
    if (writer.isFirstRow) append(writer, `|${' --- |'.repeat(writer.cells)}\n`)
    writer.isFirstRow = false
  },
}

function endList(writer: MarkdownWriter): void {
  writer.lists.pop()
  if (writer.lists.length === 0) append(writer, '\n\n')
}

function headingLevel(name: string): number {
  return Number(/^h([1-6])$/.exec(name)?.[1] ?? 0)
}

/** Writes what an element begins with. */
export function openTag(writer: MarkdownWriter, name: string, attributes: string): void {
  const level = headingLevel(name)
  if (level > 0) {
    startBlock(writer)
    append(writer, `${'#'.repeat(level)} `)
  } else if (Object.hasOwn(MARKS, name)) append(writer, MARKS[name] ?? '')
  else if (Object.hasOwn(OPENERS, name)) OPENERS[name]?.(writer, attributes)
}

/** Writes what an element ends with. */
export function closeTag(writer: MarkdownWriter, name: string): void {
  if (headingLevel(name) > 0) append(writer, '\n\n')
  else if (Object.hasOwn(MARKS, name)) append(writer, MARKS[name] ?? '')
  else if (Object.hasOwn(CLOSERS, name)) CLOSERS[name]?.(writer)
}
