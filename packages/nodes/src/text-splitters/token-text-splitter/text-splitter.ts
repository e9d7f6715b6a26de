import { openTokenCounter, type SplitDocuments } from '@runnel/node-kit'
import { cutDocuments, readSizes } from '../cut-documents.ts'
import { cutByTokens } from './cut-by-tokens.ts'

/** Cuts each document between words, by the tokens that they are. */
export const splitByTokens: SplitDocuments = async (component, documents) => {
  const sizes = readSizes(component)
  const count = await openTokenCounter()
  return cutDocuments(documents, (text) => cutByTokens(text, sizes, count))
}
