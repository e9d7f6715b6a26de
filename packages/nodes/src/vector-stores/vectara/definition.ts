import { credentialInput, defineNode } from '@runnel/node-kit'
import { asSearching, storeDefinition } from '../store-definition.ts'
import {
  VECTARA_DIFFERS,
  vectaraCredential,
  vectaraSearchInputs,
  vectaraTopK,
  vectaraVarietyInputs,
} from '../vectara-inputs.ts'

/** A corpus of Vectara, which makes its vectors and answers by itself. */
export const vectara = defineNode({
  definition: storeDefinition({
    name: 'vectara',
    label: 'Vectara',
    version: 2,
    type: 'Vectara',
    description:
      'Keeps documents in a corpus of Vectara, which needs no embeddings, and finds those that mean the same as a question',
    differs: VECTARA_DIFFERS,
    credential: credentialInput(vectaraCredential),
    embedsItself: true,
    place: [
      {
        label: 'File',
        name: 'file',
        type: 'file',
        description: 'Read by Vectara when the store is filled: PDF, Word, PowerPoint, text, HTML and more',
        namesNoHost: true,
        optional: true,
      },
    ],
    search: vectaraSearchInputs,
    limit: vectaraTopK(5),
    more: vectaraVarietyInputs.map(asSearching),
  }),
  credentials: [vectaraCredential],
  provides: {
    retriever: async () => (await import('./vector-store.ts')).retrieveFromVectara,
    vectorStore: async () => (await import('./vector-store.ts')).vectaraVectorStore,
  },
})
