import { RunnelError } from '@runnel/contract'
import { readNumber, readText, type SplitDocuments } from '@runnel/node-kit'
import { splitText } from './split-text.ts'

const DEFAULT_SIZE = 1000
const DEFAULT_OVERLAP = 200
const DEFAULT_SEPARATORS = ['\n\n', '\n', ' ', '']

/** Cuts each document; every piece keeps its metadata and tells at which lines it stood (`loc.lines`). */
export const splitRecursively: SplitDocuments = (component, documents) => {
  const { values, label } = component
  const size = readNumber(values, 'chunkSize') ?? DEFAULT_SIZE
  const overlap = readNumber(values, 'chunkOverlap') ?? DEFAULT_OVERLAP
  if (size < 1) throw new RunnelError('invalid_input', `${label}: the chunk size must be at least 1.`)
  if (overlap >= size || overlap < 0) {
    throw new RunnelError(
      'invalid_input',
      `${label}: the overlap of ${overlap} must be smaller than the chunk size of ${size}.`,
    )
  }
  const separators = readSeparators(readText(values, 'separators'), label)
  return documents.flatMap(({ pageContent, metadata }) => {
    const lines = createLineCounter(pageContent)
    return splitText(pageContent, { size, overlap, separators }).map((piece) => ({
      pageContent: piece.text,
      metadata: { ...metadata, loc: { ...asObject(metadata.loc), lines: lines(piece) } },
    }))
  })
}

function readSeparators(text: string, label: string): string[] {
  if (text.trim() === '') return DEFAULT_SEPARATORS
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'string')) return parsed
  } catch {}
  throw new RunnelError(
    'invalid_input',
    `${label}: the custom separators are no JSON list of texts. Write them as ["##", "|"].`,
  )
}

function asObject(value: unknown): Record<string, never> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, never>)
    : {}
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
