import { type JsonObject, RunnelError } from '@runnel/contract'
import {
  type Component,
  type Document,
  gatherInTurns,
  readNumber,
  type Steps,
  type TextPiece,
} from '@runnel/node-kit'

/** Pieces that are held at a time, and letters of all of them: with an overlap they have more than the text. */
const MOST_PIECES = 300_000
const MOST_CHARACTERS = 100_000_000
const DEFAULT_SIZE = 1000
const DEFAULT_OVERLAP = 200

/** How long a piece may be, and how much of it stands in the next one again. */
export interface PieceSizes {
  size: number
  overlap: number
}

/** Chunk size and overlap of a splitter; `invalid_input` for some that cannot be. */
export function readSizes({ values, label }: Component): PieceSizes {
  const size = readNumber(values, 'chunkSize') ?? DEFAULT_SIZE
  const overlap = readNumber(values, 'chunkOverlap') ?? DEFAULT_OVERLAP
  if (size < 1) throw new RunnelError('invalid_input', `${label}: the chunk size must be at least 1.`)
  if (overlap >= size || overlap < 0) {
    throw new RunnelError(
      'invalid_input',
      `${label}: the overlap of ${overlap} must be smaller than the chunk size of ${size}.`,
    )
  }
  return { size, overlap }
}

/** Cuts each document; every piece keeps its metadata and tells at which lines it stood (`loc.lines`). */
export function cutDocuments(
  documents: readonly Document[],
  cut: (text: string) => Steps<TextPiece>,
): Promise<Document[]> {
  return gatherInTurns(cutEach(documents, cut))
}

function* cutEach(documents: readonly Document[], cut: (text: string) => Steps<TextPiece>): Steps<Document> {
  const count = createPieceCount()
  for (const { pageContent, metadata } of documents) {
    const lines = createLineCounter(pageContent)
    for (const piece of cut(pageContent)) {
      if (piece) count(piece)
      yield piece && {
        pageContent: piece.text,
        metadata: { ...metadata, loc: { ...asObject(metadata.loc), lines: lines(piece) } },
      }
    }
  }
}

/** @throws RunnelError `limit_exceeded` for more than is held */
function createPieceCount(): (piece: TextPiece) => void {
  let [pieces, characters] = [0, 0]
  return ({ text }) => {
    pieces += 1
    characters += text.length
    if (pieces <= MOST_PIECES && characters <= MOST_CHARACTERS) return
    throw new RunnelError(
      'limit_exceeded',
      `The text is cut into more than ${pieces > MOST_PIECES ? `${MOST_PIECES} pieces` : `${MOST_CHARACTERS} letters in all`}. Make the pieces longer and their overlap shorter, or split the text into several files.`,
    )
  }
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** Counts lines once from the beginning on: pieces come in their order. */
function createLineCounter(
  text: string,
): (piece: { text: string; start: number }) => { from: number; to: number } {
  let at = 0
  let line = 1
  return ({ text: piece, start }) => {
    if (start < at) {
      at = 0
      line = 1
    }
    line += countBreaks(text, at, start)
    at = start
    return { from: line, to: line + countBreaks(piece, 0, piece.length) }
  }
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
