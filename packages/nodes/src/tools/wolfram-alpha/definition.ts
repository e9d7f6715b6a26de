import { defineNode, keyCredential } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'

const credential = keyCredential('wolframAlphaAppId', {
  label: 'WolframAlpha App ID',
  field: 'wolframAlphaAppId',
  test: {
    url: 'https://www.wolframalpha.com/api/v1/llm-api?input=1%2B1',
    show: (key) => ({ query: { appid: key } }),
  },
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
