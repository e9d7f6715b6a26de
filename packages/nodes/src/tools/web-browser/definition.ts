import { defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that looks something up on a page of the web, or sums the page up. */
export const webBrowser = defineNode({
  definition: toolDefinition({
    name: 'webBrowser',
    label: 'Web Browser',
    version: 1,
    type: 'WebBrowser',
    icon: 'IconWorldSearch',
    description: 'Finds something on a page of the web, or sums the page up',
    baseClasses: ['WebBrowser', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'read',
    inputs: [
      { label: 'Language Model', name: 'model', type: 'BaseLanguageModel' },
      { label: 'Embeddings', name: 'embeddings', type: 'Embeddings' },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).webBrowserToolset },
})
