import type { Definitions } from './build-inline.ts'
import { findCut, type OpenBlock } from './find-cut.ts'
import type { MarkdownBlock } from './markdown-tree.ts'
import { joinBlocks, makePlainPiece, type Piece, parsePiece, takeBefore } from './piece.ts'

/** Reads a text that grows. */
export interface MarkdownReader {
  /**
   * The blocks of a text. Of one that begins with the text read before, only its end is parsed: blocks, items and
   * rows that are closed stay the same objects. The result is that of parsing the whole text.
   */
  read(text: string): readonly MarkdownBlock[]
  /** The text read last. */
  readonly text: string
  /** How many characters were parsed so far. */
  readonly parsedCharacters: number
}

/** A part that is large enough to hold whole blocks, and small enough for a parser whose cost grows faster. */
const FIRST_WINDOW = 4_000
/** A block that is longer is cut where it is. */
const LONGEST_BLOCK = 32_000
/** A line that opens so many quotes and lists at once was not written to be read. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){60}/m

/** Makes a reader for one text. */
export function createMarkdownReader(): MarkdownReader {
  const state = new ReaderState()
  let blocks: readonly MarkdownBlock[] = []
  return {
    get text() {
      return state.text
    },
    get parsedCharacters() {
      return state.parsed
    },
    read(written) {
      const text = written.includes('\r') ? written.replaceAll(/\r\n?/g, '\n') : written
      if (text === state.text) return blocks
      if (!text.startsWith(state.text)) state.clear()
      state.text = text
      const rest = state.takeClosed()
      const tail = state.settle(rest)
      blocks = tail === undefined ? state.closed : joinBlocks(state.closed, tail)
      return blocks
    },
  }
}

/** The blocks of a whole text. */
export function parseMarkdown(text: string): readonly MarkdownBlock[] {
  return createMarkdownReader().read(text)
}

class ReaderState {
  text = ''
  parsed = 0
  /** The blocks of `pieces`, joined. */
  closed: MarkdownBlock[] = []
  private pieces: Piece[] = []
  /** What the closed pieces define. */
  private defined = new Map<string, string>()
  /** What the pieces were parsed with. */
  private applied: Definitions = new Map()
  /** Where the part begins that may still change. */
  private start = 0
  private open: OpenBlock | undefined

  clear(): void {
    this.closed = []
    this.pieces = []
    this.defined = new Map()
    this.applied = new Map()
    this.start = 0
    this.open = undefined
  }

  /** Closes all that can be, and returns what remains, parsed. */
  takeClosed(): Piece | undefined {
    let size = FIRST_WINDOW
    while (this.start < this.text.length) {
      const part = this.nextPart(size)
      const piece = part.isPlain ? makePlainPiece(part.text) : this.parse(part.text, this.open)
      if (this.closeSome(piece)) size = FIRST_WINDOW
      else if (part.isLast) return piece
      else if (part.isWhole || size >= LONGEST_BLOCK) this.close(piece, undefined)
      else size *= 2
    }
    return undefined
  }

  /**
   * The next part of the text to look at, about `size` long. `isLast`: the text ends with it. `isWhole`: what follows
   * does not belong to it.
   */
  private nextPart(size: number) {
    const limit = Math.min(size, LONGEST_BLOCK)
    const ahead = this.text.slice(this.start, this.start + limit)
    const deep = TOO_DEEP.exec(ahead)
    if (deep?.index === 0) {
      const end = this.text.indexOf('\n', this.start) + 1
      const text = this.text.slice(this.start, end || undefined)
      return { text, isPlain: true, isLast: end === 0, isWhole: true }
    }
    if (deep) return { text: ahead.slice(0, deep.index), isPlain: false, isLast: false, isWhole: true }
    const isLast = this.start + limit >= this.text.length
    const end = isLast ? ahead.length : ahead.lastIndexOf('\n') + 1 || ahead.length
    return { text: ahead.slice(0, end), isPlain: false, isLast, isWhole: false }
  }

  private closeSome(piece: Piece): boolean {
    const opening = this.open?.opening ?? ''
    const cut = findCut(opening + piece.text, piece.nodes)
    if (cut === undefined || cut.at <= opening.length) return false
    const text = piece.text.slice(0, cut.at - opening.length)
    // What stands before a cut was parsed already, unless the cut goes through a block.
    const before = cut.open ? this.parse(text, piece.open) : takeBefore(piece, text, this.applied)
    this.close(before, cut.open)
    return true
  }

  private close(piece: Piece, open: OpenBlock | undefined): void {
    this.pieces.push(piece)
    this.closed = joinBlocks(this.closed, piece)
    this.start += piece.text.length
    this.open = open
    for (const [label, address] of piece.defines) {
      if (!this.defined.has(label)) this.defined.set(label, address)
    }
  }

  /** What is defined late also holds for what was parsed before: those parts are parsed once more. */
  settle(tail: Piece | undefined): Piece | undefined {
    const all = new Map(this.defined)
    for (const [label, address] of tail?.defines ?? []) {
      if (!all.has(label)) all.set(label, address)
    }
    const changed = changedLabels(this.applied, all)
    if (changed.length === 0) return tail
    this.applied = all
    const isTouched = ({ mentions }: Piece) => changed.some((label) => mentions.has(label))
    if (this.pieces.some(isTouched)) {
      this.pieces = this.pieces.map((piece) =>
        isTouched(piece) ? this.parse(piece.text, piece.open) : piece,
      )
      this.closed = this.pieces.reduce<MarkdownBlock[]>(joinBlocks, [])
    }
    return tail && isTouched(tail) ? this.parse(tail.text, tail.open) : tail
  }

  private parse(text: string, open: OpenBlock | undefined): Piece {
    this.parsed += text.length
    return parsePiece(text, open, this.applied)
  }
}

function changedLabels(before: Definitions, after: Definitions): string[] {
  const labels = new Set([...before.keys(), ...after.keys()])
  return [...labels].filter((label) => before.get(label) !== after.get(label))
}
