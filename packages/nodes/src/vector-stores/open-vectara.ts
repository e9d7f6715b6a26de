import type { Retrieve, VectorStore } from '@runnel/node-kit'
import { answerFromCorpus } from './answer-from-corpus.ts'
import { fillStore, searchStore } from './outside-store.ts'
import { takeInFiles } from './take-in-vectara-files.ts'
import { makeVectaraStore } from './vectara-store.ts'
import { addUp } from './wired-sources.ts'

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
