import type { Capability } from '@runnel/contract'
import { type LoadOptions, listProvided } from '@runnel/node-kit'

/** Vector stores of the catalogue that can be looked into. */
export const listVectorStores: LoadOptions = listThose(['vectorStore', 'retriever'])

/** Embeddings of the catalogue. */
export const listEmbeddings: LoadOptions = listThose(['embedder'])

/** Types that provide all of these, with whatever output. */
function listThose(wanted: Capability[]): LoadOptions {
  return async ({ catalogue }) =>
    catalogue
      .filter((definition) => wanted.every((capability) => listProvided(definition).includes(capability)))
      .map(({ name, label, description }) => ({ name, label, description, imageSrc: name }))
}
