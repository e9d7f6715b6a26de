import type { Retrieve, VectorStore } from '@runnel/node-kit'
import { fillStore, searchStore } from '../outside-store.ts'
import { addUp } from '../wired-sources.ts'
import { answerFromCorpus } from './answer.ts'
import { makeVectaraStore } from './store.ts'
import { takeInFiles } from './take-in-files.ts'

/** A corpus of Vectara as flows use it; `usual` is how many pieces are found where the node does not say. */
export function openVectara(usual: number): { retrieve: Retrieve; vectorStore: VectorStore } {
  const store = makeVectaraStore(usual)
  const filled = fillStore(store)
  return {
    retrieve: searchStore(store),
    vectorStore: {
      ...filled,
      ingest: async (component, call) =>
        addUp([await filled.ingest(component, call), await takeInFiles(store, component, call)]),
      answer: (component, request, call) => answerFromCorpus(store, { component, request }, call),
    },
  }
}

/** A corpus that is filled with documents, and with files. */
export const { retrieve: retrieveFromVectara, vectorStore: vectaraVectorStore } = openVectara(5)
