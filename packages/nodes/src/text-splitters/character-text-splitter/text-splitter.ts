import { eachPiece, readText, type SplitDocuments } from '@runnel/node-kit'
import { cutDocuments, readSizes } from '../cut-documents.ts'

/** Cuts each document at one separator; what is too long without one is cut at the size. */
export const splitAtSeparator: SplitDocuments = (component, documents) => {
  const sizes = readSizes(component)
  const separators = [readText(component.values, 'separator') || '\n\n']
  return cutDocuments(documents, (text) => eachPiece(text, { ...sizes, separators }))
}
