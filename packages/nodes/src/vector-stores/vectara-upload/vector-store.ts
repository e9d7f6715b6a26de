import { openVectara } from '../open-vectara.ts'

/** A corpus that is filled with files: four pieces are found where the node does not say. */
export const { retrieve: retrieveFromUploads, vectorStore: vectaraUploads } = openVectara(4)
