import { createTestComponent } from '@runnel/node-kit/testing'
import type { ToolCase } from '../tool-case.fixture.ts'

/** Drawing in the tests of the family. */
export const imageGenerationToolCase: ToolCase = {
  node: 'imageGenerationTool',
  anchors: { imageModel: [createTestComponent('openAIImages')] },
  input: { prompt: 'A cat on a hill' },
  says: 'picture-of-A cat on a hill.png',
  wrong: [
    [{}, '"prompt" is missing'],
    [{ prompt: '' }, '"prompt"'],
  ],
  world: {
    draw: (prompt) => ({ blob: 'b1', name: `picture-of-${prompt}.png`, mediaType: 'image/png', size: 7 }),
  },
}
