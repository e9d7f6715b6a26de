import type { EmbeddingCache } from '@runnel/node-kit'
import { nameVector } from '../stored-vectors.ts'

/** Keeps vectors with the process. */
export const keepVectorsInMemory: EmbeddingCache = {
  find: async (_component, keys, { replies }) =>
    keys.map((key) => {
      const vector = replies.find(nameVector(key))
      return typeof vector === 'string' ? vector : undefined
    }),
  async keep(_component, entries, { replies }) {
    for (const { key, vector } of entries) replies.keep(nameVector(key), vector)
  },
}
