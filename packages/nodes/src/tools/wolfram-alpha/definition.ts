import { defineNode, keyCredential } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'

const credential = keyCredential('wolframAlphaAppId', {
  label: 'WolframAlpha App ID',
  field: 'wolframAlphaAppId',
  keyLabel: 'App ID',
})

/** A tool that searches: WolframAlpha. */
export const wolframAlpha = defineNode({
  definition: searchDefinition({
    name: 'wolframAlpha',
    label: 'WolframAlpha',
    version: 1,
    description: 'Computes and knows facts, by WolframAlpha',
    baseClasses: ['WolframAlpha', 'Tool', 'StructuredTool', 'Runnable'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).wolframAlphaToolset },
})
