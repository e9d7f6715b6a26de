import type { Document } from '@runnel/node-kit'

/** The text of documents, for a param. */
export function joinTexts(documents: readonly Document[]): string {
  return documents.map(({ pageContent }) => pageContent).join('\n')
}
