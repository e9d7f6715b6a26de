import { createTestComponent } from '@runnel/node-kit/testing'
import type { ToolCase } from '../tool-case.fixture.ts'

/** A chain as a tool in the tests of the family. */
export const chainToolCase: ToolCase = {
  node: 'chainTool',
  values: { name: 'Rhyme', description: 'Finds a rhyme for a word.' },
  anchors: { baseChain: [createTestComponent('llmChain', { label: 'Rhymer' })] },
  input: { input: 'tea' },
  says: 'Rhymer of tea: {"rhyme":"sea"}',
  wrong: [[{}, '"input" is missing']],
  world: {
    runWired: ({ label }, input) => ({ content: `${label} of ${input}: {"rhyme":"sea"}` }),
  },
}
