import { RunnelError } from '@runnel/contract'
import { eachPiece, readText, type SplitDocuments } from '@runnel/node-kit'
import { cutDocuments, readSizes } from '../cut-documents.ts'
import { SEPARATORS } from './separators.ts'

/** Cuts each document where code of its language parts by itself. */
export const splitCode: SplitDocuments = (component, documents) => {
  const sizes = readSizes(component)
  const language = readText(component.values, 'language')
  const separators = Object.hasOwn(SEPARATORS, language) ? SEPARATORS[language] : undefined
  if (!separators) {
    throw new RunnelError(
      'invalid_input',
      `${component.label} has no language that it knows. Choose one of ${Object.keys(SEPARATORS).join(', ')}.`,
    )
  }
  return cutDocuments(documents, (text) => eachPiece(text, { ...sizes, separators }))
}
