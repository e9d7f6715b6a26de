import { defineNode } from '@runnel/node-kit'
import { chainDefinition } from '../chain-definition.ts'

/** Chooses how to answer, and answers so. */
export const multiPromptChain = defineNode({
  definition: chainDefinition({
    name: 'multiPromptChain',
    label: 'Multi Prompt Chain',
    version: 2,
    type: 'MultiPromptChain',
    icon: 'IconRoute',
    description:
      'Chooses among several prompts by their descriptions, and answers by the one that suits best',
    inputs: [{ label: 'Prompt Retriever', name: 'promptRetriever', type: 'PromptRetriever', list: true }],
  }),
  run: async () => (await import('./run.ts')).runMultiPrompt,
})
