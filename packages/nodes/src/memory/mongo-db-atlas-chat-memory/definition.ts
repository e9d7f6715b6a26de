import { mongoCredential as credential, credentialInput, defineNode } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs } from '../memory-inputs.ts'

/** Keeps conversations in a MongoDB. */
export const mongoDBAtlasChatMemory = defineNode({
  definition: memoryDefinition({
    name: 'MongoDBAtlasChatMemory',
    label: 'MongoDB Atlas Chat Memory',
    version: 1,
    type: 'MongoDBAtlasChatMemory',
    description:
      'Keeps conversations in a MongoDB, of Atlas or elsewhere, and gives the model all of the session',
    effects: 'write',
    credential: credentialInput(credential),
    inputs: [
      { label: 'Database', name: 'databaseName', type: 'string', placeholder: '<DB_NAME>' },
      {
        label: 'Collection Name',
        name: 'collectionName',
        type: 'string',
        placeholder: '<COLLECTION_NAME>',
      },
      ...sessionInputs,
    ],
  }),
  credentials: [credential],
  provides: { memory: async () => (await import('./memory.ts')).mongoMemory },
})
