import { buildBlocks, collectDefinitions } from './build-blocks.ts'
import type { Definitions } from './build-inline.ts'
import { isCodeOver, type OpenBlock } from './find-cut.ts'
import type { MarkdownBlock } from './markdown-tree.ts'
import { parseNodes } from './parse-nodes.ts'

/** A part of a text that parses on its own. */
export interface Piece {
  /** The block of the piece before that its first block goes on with. */
  open: OpenBlock | undefined
  /** What stands in the text, without the opening of that block. */
  text: string
  nodes: ReturnType<typeof parseNodes>
  blocks: readonly MarkdownBlock[]
  /** What it defines for links and footnotes. */
  defines: readonly [label: string, address: string][]
  /** What it may refer to, in capitals. */
  mentions: ReadonlySet<string>
}

const BRACKETS = /\[((?:[^[\]\\]|\\[\s\S])+)\]/g
const LONGEST_LABEL = 999

/** Parses a part of a text. `definitions` are those of the whole text, as far as they are known. */
export function parsePiece(text: string, open: OpenBlock | undefined, definitions: Definitions): Piece {
  const mentions = findMentions(text)
  const known = [...mentions].filter((label) => definitions.has(label))
  const nodes = parseNodes((open?.opening ?? '') + text, known)
  return makePiece({ text, open, nodes, mentions }, definitions)
}

/** The first blocks of a piece, as a piece; they end where `text` ends. */
export function takeBefore(piece: Piece, text: string, definitions: Definitions): Piece {
  if (text === piece.text) return piece
  const end = (piece.open?.opening.length ?? 0) + text.length
  const nodes = piece.nodes.filter(({ position }) => (position?.start.offset ?? 0) < end)
  return makePiece({ text, open: piece.open, nodes, mentions: findMentions(text) }, definitions)
}

function makePiece(parsed: Omit<Piece, 'blocks' | 'defines'>, definitions: Definitions): Piece {
  const defines = collectDefinitions(parsed.nodes)
  const blocks = buildBlocks(parsed.nodes, new Map([...defines, ...definitions]))
  return { ...parsed, blocks, defines }
}

/** A piece that is one line of a text that nobody wrote to be read: it is shown as it is. */
export function makePlainPiece(text: string): Piece {
  const blocks: MarkdownBlock[] = [{ kind: 'paragraph', children: [{ kind: 'text', text: text.trim() }] }]
  return { open: undefined, text, nodes: [], blocks, defines: [], mentions: new Set() }
}

/** The blocks of two pieces in a row, of which the second may go on with the last block of the first. */
export function joinBlocks(
  before: readonly MarkdownBlock[],
  { open, blocks, text }: Pick<Piece, 'open' | 'blocks' | 'text'>,
): MarkdownBlock[] {
  const last = before.at(-1)
  const [first] = blocks
  if (open === undefined || last === undefined || first === undefined) return [...before, ...blocks]
  return [...before.slice(0, -1), joinBlock(last, first, isCodeOver(open.opening, text)), ...blocks.slice(1)]
}

function joinBlock(last: MarkdownBlock, first: MarkdownBlock, isOver: boolean): MarkdownBlock {
  if (last.kind === 'list' && first.kind === 'list')
    return { ...last, items: [...last.items, ...first.items] }
  if (last.kind === 'table' && first.kind === 'table') return { ...last, rows: [...last.rows, ...first.rows] }
  if (last.kind === 'code' && first.kind === 'code' && !isOver) {
    return { ...last, text: `${last.text}\n${first.text}` }
  }
  return last
}

function findMentions(text: string): Set<string> {
  const labels = new Set<string>()
  if (!text.includes('[')) return labels
  for (const [, label = ''] of text.matchAll(BRACKETS)) {
    if (label.length <= LONGEST_LABEL) labels.add(normalize(label))
  }
  return labels
}

/** As the parser does it, so that case and spaces make no difference. */
function normalize(label: string): string {
  return label
    .replaceAll(/[\t\n\r ]+/g, ' ')
    .replaceAll(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase()
}
