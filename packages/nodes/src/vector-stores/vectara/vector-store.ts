import { openVectara } from '../open-vectara.ts'

/** A corpus that is filled with documents, and with files. */
export const { retrieve: retrieveFromVectara, vectorStore: vectaraVectorStore } = openVectara(5)
