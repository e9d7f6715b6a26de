import type { List, RootContent, Table } from 'mdast'

/** A place behind which a text can be parsed on its own, because nothing that follows changes what stands before it. */
export interface Cut {
  /** Index into the source. */
  at: number
  /** What the first block behind it goes on with; undefined when it begins a new one. */
  open?: OpenBlock
}

/** A block that goes on behind a cut. `opening` has to stand before its next piece for that to parse as one. */
export interface OpenBlock {
  kind: 'list' | 'code' | 'table'
  opening: string
}

const BLANK_LINE = /^[ \t]*$/
const FENCE = /^(`{3,}|~{3,})/
/** Blocks that nothing goes on with once another one began. */
const ENDED_BY_ITSELF: readonly string[] = ['heading', 'thematicBreak', 'math']
/** Lines that end a paragraph, whatever it is. A list in a list or quote may do so or not: it is left out. */
const INTERRUPTS =
  /^ {0,3}(?:#{1,6}[ \t]|```|~~~|(?:>[ \t]?|[-*+][ \t]+|1[.)][ \t]+)(?!(?:[-+*]|\d+[.)])(?:[ \t]|$)|>|[ \t]|$))/
/** Blocks that a blank line ends for good. */
const ENDED_BY_BLANK: readonly string[] = [
  'paragraph',
  'heading',
  'thematicBreak',
  'table',
  'blockquote',
  'math',
  'definition',
]

/** The last safe place to cut a source whose blocks are `nodes`; undefined when all of it may still change. */
export function findCut(source: string, nodes: readonly RootContent[]): Cut | undefined {
  return cutBehindLast(source, nodes) ?? cutBeforeLast(source, nodes) ?? cutInsideOnly(source, nodes)
}

function cutBehindLast(source: string, nodes: readonly RootContent[]): Cut | undefined {
  const last = nodes.at(-1)
  if (last === undefined || !ENDED_BY_BLANK.includes(last.type)) return undefined
  const end = endOf(last)
  const lineEnd = source.indexOf('\n', end)
  const lastLine = source.lastIndexOf('\n') + 1
  // Behind the line of the block there is a whole line, which can only be blank.
  return lineEnd >= 0 && lineEnd + 1 < lastLine ? { at: lastLine } : undefined
}

/** A block is closed once the first line of the next one is whole, or a blank line ended it. */
function cutBeforeLast(source: string, nodes: readonly RootContent[]): Cut | undefined {
  for (let index = nodes.length - 1; index > 0; index -= 1) {
    const at = lineStartOf(source, startOf(nodes[index]))
    if (canStandAlone(source, at, nodes[index - 1]?.type ?? '')) return { at }
  }
  return undefined
}

function canStandAlone(source: string, at: number, before: string): boolean {
  if (at === 0) return false
  const isAfterBlank = BLANK_LINE.test(source.slice(lineStartOf(source, at - 1), at - 1))
  if (isAfterBlank && ENDED_BY_BLANK.includes(before)) return true
  const lineEnd = source.indexOf('\n', at)
  if (lineEnd < 0) return false
  return isAfterBlank || ENDED_BY_ITSELF.includes(before) || INTERRUPTS.test(source.slice(at, lineEnd))
}

function cutInsideOnly(source: string, nodes: readonly RootContent[]): Cut | undefined {
  const [node] = nodes
  if (node === undefined || nodes.length > 1) return undefined
  switch (node.type) {
    case 'list':
      return cutList(source, node)
    case 'table':
      return cutTable(source, node)
    case 'code':
      return cutCode(source, startOf(node))
    default:
      return undefined
  }
}

function cutList(source: string, { children }: List): Cut | undefined {
  for (let index = children.length - 1; index > 0; index -= 1) {
    const at = lineStartOf(source, startOf(children[index]))
    if (source.includes('\n', at)) return { at, open: { kind: 'list', opening: '' } }
  }
  return undefined
}

function cutTable(source: string, table: Table): Cut | undefined {
  const start = lineStartOf(source, startOf(table))
  const head = nextLine(source, nextLine(source, start))
  const at = lineStartOf(source, endOf(table))
  if (head <= start || at <= head) return undefined
  return { at, open: { kind: 'table', opening: source.slice(start, head) } }
}

function cutCode(source: string, start: number): Cut | undefined {
  const fence = FENCE.exec(source.slice(start))?.[1]
  const body = nextLine(source, start)
  const at = source.lastIndexOf('\n') + 1
  const isFirst = source.slice(0, start).trim() === '' && lineStartOf(source, start) === start
  if (fence === undefined || !isFirst || body <= start || at <= body) return undefined
  if (closingOf(fence).test(source.slice(body))) return undefined
  return { at, open: { kind: 'code', opening: source.slice(start, body) } }
}

/** Whether a piece of code, behind its opening, holds no line of it any more. */
export function isCodeOver(opening: string, rest: string): boolean {
  const fence = FENCE.exec(opening)?.[1] ?? '```'
  return rest === '' || closingOf(fence).test(rest.slice(0, nextLine(rest, 0) || undefined))
}

function closingOf(fence: string): RegExp {
  return new RegExp(`^[ \\t]*${fence[0]}{${fence.length},}[ \\t]*$`, 'm')
}

/** Where the line behind that of a place begins; -1 + 1 = 0 when there is none. */
function nextLine(source: string, at: number): number {
  return source.indexOf('\n', at) + 1
}

function lineStartOf(source: string, at: number): number {
  return at <= 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1
}

function startOf(node: RootContent | undefined): number {
  return node?.position?.start.offset ?? 0
}

function endOf(node: RootContent): number {
  return node.position?.end.offset ?? 0
}
