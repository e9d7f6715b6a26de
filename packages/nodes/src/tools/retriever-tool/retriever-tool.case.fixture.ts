import { createTestComponent } from '@runnel/node-kit/testing'
import type { ToolCase } from '../tool-case.fixture.ts'

/** A look into documents in the tests of the family. */
export const retrieverToolCase: ToolCase = {
  node: 'retrieverTool',
  values: { name: 'Search Handbook', description: 'Searches the handbook of the firm.' },
  anchors: { retriever: [createTestComponent('memoryVectorStore')] },
  input: { input: 'holidays' },
  says: 'About holidays: 30 days.\n\nAsk your lead.',
  wrong: [[{}, '"input" is missing']],
  world: {
    retrieve: (_component, query) => [
      { pageContent: `About ${query}: 30 days.`, metadata: { page: 3 }, score: 0.9 },
      { pageContent: 'Ask your lead.', metadata: { page: 4 }, score: 0.5 },
    ],
  },
}
