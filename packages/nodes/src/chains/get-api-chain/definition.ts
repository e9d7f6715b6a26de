import { defineNode } from '@runnel/node-kit'
import { apiInputs } from '../api-inputs.ts'
import { chainDefinition } from '../chain-definition.ts'
import { GET_PROMPTS } from './default-prompts.ts'

/** Answers from what an API gives. */
export const getApiChain = defineNode({
  definition: chainDefinition({
    name: 'getApiChain',
    label: 'GET API Chain',
    version: 1,
    type: 'GETApiChain',
    icon: 'IconWorld',
    description: 'Reads from an API by a GET request that the model writes, and answers from what it gives',
    inputs: apiInputs(GET_PROMPTS),
  }),
  run: async () => (await import('./run.ts')).runGetApi,
})
