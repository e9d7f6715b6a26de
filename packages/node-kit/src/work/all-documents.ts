import { inTurn } from '@runnel/contract'
import type { LoadedDocuments } from '../call-context.ts'
import type { Document, LoadedPiece } from '../document.ts'
import { documentsOf } from './read-sources.ts'

/** All that is loaded, for what needs it together. @throws the fault of a source that cannot be read */
export async function allDocuments(loaded: LoadedDocuments): Promise<Document[]> {
  const all: Document[] = []
  for await (const piece of inTurn<LoadedPiece>(loaded))
    for (const document of documentsOf(piece)) all.push(document)
  return all
}
