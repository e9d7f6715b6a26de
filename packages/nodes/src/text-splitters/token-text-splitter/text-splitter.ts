import type { SplitDocuments } from '@runnel/node-kit'
import { eachPiece } from '../../split-text.ts'
import { cutDocuments, readSizes } from '../cut-documents.ts'

/** Vendors count each in their own way; this is what the engine's budget counts by, too. */
const CHARACTERS_PER_TOKEN = 4

/** Cuts each document between words, by an estimate of its tokens. */
export const splitByTokens: SplitDocuments = (component, documents) => {
  const { size, overlap } = readSizes(component)
  return cutDocuments(documents, (text) =>
    eachPiece(text, {
      size: size * CHARACTERS_PER_TOKEN,
      overlap: overlap * CHARACTERS_PER_TOKEN,
      separators: [' ', '\n'],
    }),
  )
}
