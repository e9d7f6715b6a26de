import { credentialInput, defineNode } from '@runnel/node-kit'
import { storeDefinition } from '../store-definition.ts'
import { VECTARA_DIFFERS, vectaraCredential, vectaraSearchInputs, vectaraTopK } from '../vectara-inputs.ts'

/** A corpus of Vectara that is filled with files, which Vectara reads. */
export const vectaraUpload = defineNode({
  definition: storeDefinition({
    name: 'vectaraUpload',
    label: 'Vectara Upload File',
    version: 1,
    type: 'Vectara',
    description:
      'Keeps files in a corpus of Vectara, which reads them itself, and finds what answers a question',
    differs: `${VECTARA_DIFFERS} Files are uploaded when the store is filled, and not at every question.`,
    credential: credentialInput(vectaraCredential),
    embedsItself: true,
    takesNoDocuments: true,
    place: [
      {
        label: 'File',
        name: 'file',
        type: 'file',
        description: 'Read by Vectara when the store is filled: PDF, Word, PowerPoint, text, HTML and more',
        namesNoHost: true,
      },
    ],
    search: vectaraSearchInputs,
    limit: vectaraTopK(4),
  }),
  credentials: [vectaraCredential],
  provides: {
    retriever: async () => (await import('./vector-store.ts')).retrieveFromUploads,
    vectorStore: async () => (await import('./vector-store.ts')).vectaraUploads,
  },
})
