import type { InputDefinition } from '@runnel/contract'
import { type Component, readNumber, type SearchedDocument, splitText } from '@runnel/node-kit'

/** Smaller ones say nothing by themselves. */
const LEAST = 50
/** Where a text parts by itself, from coarse to fine. */
const SEPARATORS = ['\n\n', '\n', '. ', ' ', '']

/** How long the pieces are by which a document is found. */
export const pieceSizeInput: InputDefinition = {
  label: 'Search Pieces',
  name: 'searchPieceSize',
  type: 'number',
  min: LEAST,
  placeholder: '200',
  description:
    'Each chunk is found by pieces of so many characters, and the whole chunk is answered: small pieces are found more precisely, large chunks say more. By the whole chunk when empty',
  additionalParams: true,
  optional: true,
}

/** How many characters a piece has at most; undefined where documents are found as a whole. */
export function readPieceSize({ values }: Component): number | undefined {
  const size = readNumber(values, pieceSizeInput.name)
  return size === undefined || size <= 0 ? undefined : Math.max(LEAST, Math.floor(size))
}

/** Documents with the pieces by which they are found. One that is short is found as a whole. */
export function withPieces(component: Component, documents: readonly SearchedDocument[]): SearchedDocument[] {
  const size = readPieceSize(component)
  if (size === undefined) return [...documents]
  return documents.map((document) => {
    const { pageContent } = document
    const cut = splitText(pageContent, { size, overlap: 0, separators: SEPARATORS })
    if (cut.length < 2) return document
    return { ...document, pieces: cut.map(({ start, text }) => ({ from: start, to: start + text.length })) }
  })
}
