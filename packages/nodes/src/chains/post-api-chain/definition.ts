import { defineNode } from '@runnel/node-kit'
import { apiInputs } from '../api-inputs.ts'
import { chainDefinition } from '../chain-definition.ts'
import { POST_PROMPTS } from './default-prompts.ts'

/** Writes to an API, and answers from what it says. */
export const postApiChain = defineNode({
  definition: chainDefinition({
    name: 'postApiChain',
    label: 'POST API Chain',
    version: 1,
    type: 'POSTApiChain',
    icon: 'IconWorld',
    effects: 'write',
    description: 'Sends a POST request that the model writes to an API, and answers from what it says',
    inputs: apiInputs(POST_PROMPTS),
  }),
  run: async () => (await import('./run.ts')).runPostApi,
})
