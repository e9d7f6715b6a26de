import { inTurn } from '@runnel/contract'
import type { LoadedDocuments } from '../call-context.ts'
import type { Document } from '../document.ts'

/** All that is loaded, for what needs it together. */
export async function allDocuments(loaded: LoadedDocuments): Promise<Document[]> {
  const all: Document[] = []
  for await (const some of inTurn(loaded)) for (const document of some) all.push(document)
  return all
}
