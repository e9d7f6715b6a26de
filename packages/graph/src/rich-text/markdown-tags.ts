import { decodeEntities } from './decode-entities.ts'

/** Markdown while it is written. `skipUntil`: text is left out until that element ends (inside a mention). */
export interface MarkdownWriter {
  text: string
  lists: { isOrdered: boolean; count: number }[]
  links: string[]
  isVerbatim: boolean
  isFirstRow: boolean
  cells: number
  skipUntil?: string | undefined
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
  if (
    writer.text !== '' &&
    !writer.text.endsWith('\n\n') &&
    !/(?:[-*]|\d\.|>) $/.test(writer.text.slice(-4))
  ) {
    writer.text += writer.lists.length > 0 ? '\n' : '\n\n'
  }
}

function startItem(writer: MarkdownWriter): void {
  const list = writer.lists.at(-1)
  const indent = '  '.repeat(Math.max(0, writer.lists.length - 1))
  if (!writer.text.endsWith('\n') && writer.text !== '') writer.text += '\n'
  if (list) list.count += 1
  writer.text += list?.isOrdered ? `${indent}${list.count}. ` : `${indent}- `
}

function startList(writer: MarkdownWriter, isOrdered: boolean): void {
  if (writer.lists.length === 0) startBlock(writer)
  writer.lists.push({ isOrdered, count: 0 })
}

function startCode(writer: MarkdownWriter): void {
  if (!writer.isVerbatim) writer.text += '`'
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
  br: (writer) => {
    writer.text += '\n'
  },
  hr: (writer) => {
    startBlock(writer)
    writer.text += '---\n\n'
  },
  blockquote: (writer) => {
    startBlock(writer)
    writer.text += '> '
  },
  pre: (writer) => {
    startBlock(writer)
    writer.text += '```\n'
    writer.isVerbatim = true
  },
  a: (writer, attributes) => {
    writer.links.push(hrefOf(attributes))
    writer.text += '['
  },
  table: (writer) => {
    startBlock(writer)
    writer.isFirstRow = true
  },
  tr: (writer) => {
    writer.cells = 0
    writer.text += '|'
  },
  td: (writer) => {
    writer.cells += 1
    writer.text += ' '
  },
  th: (writer) => {
    writer.cells += 1
    writer.text += ' '
  },
}

const CLOSERS: Readonly<Record<string, (writer: MarkdownWriter) => void>> = {
  p: (writer) => {
    writer.text += writer.lists.length > 0 ? '' : '\n\n'
  },
  ul: (writer) => endList(writer),
  ol: (writer) => endList(writer),
  blockquote: (writer) => {
    writer.text += '\n\n'
  },
  code: startCode,
  pre: (writer) => {
    writer.text += writer.text.endsWith('\n') ? '```\n\n' : '\n```\n\n'
    writer.isVerbatim = false
  },
  a: (writer) => {
    writer.text += `](${writer.links.pop() ?? ''})`
  },
  td: (writer) => {
    writer.text += ' |'
  },
  th: (writer) => {
    writer.text += ' |'
  },
  tr: (writer) => {
    writer.text += '\n'
    if (writer.isFirstRow) writer.text += `|${' --- |'.repeat(writer.cells)}\n`
    writer.isFirstRow = false
  },
}

function endList(writer: MarkdownWriter): void {
  writer.lists.pop()
  if (writer.lists.length === 0) writer.text += '\n\n'
}

function headingLevel(name: string): number {
  return Number(/^h([1-6])$/.exec(name)?.[1] ?? 0)
}

/** Writes what an element begins with. */
export function openTag(writer: MarkdownWriter, name: string, attributes: string): void {
  const level = headingLevel(name)
  if (level > 0) {
    startBlock(writer)
    writer.text += `${'#'.repeat(level)} `
  } else if (Object.hasOwn(MARKS, name)) writer.text += MARKS[name] ?? ''
  else if (Object.hasOwn(OPENERS, name)) OPENERS[name]?.(writer, attributes)
}

/** Writes what an element ends with. */
export function closeTag(writer: MarkdownWriter, name: string): void {
  if (headingLevel(name) > 0) writer.text += '\n\n'
  else if (Object.hasOwn(MARKS, name)) writer.text += MARKS[name] ?? ''
  else if (Object.hasOwn(CLOSERS, name)) CLOSERS[name]?.(writer)
}
