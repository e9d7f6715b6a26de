import type { ToolCase } from '../tool-case.fixture.ts'

/** A flow as a tool in the tests of the family. */
export const chatflowToolCase: ToolCase = {
  node: 'ChatflowTool',
  values: { selectedChatflow: 'flow-1', name: 'Ask the Handbook', description: 'Answers from the handbook.' },
  input: { input: 'How many days?' },
  says: 'flow-1 was asked: How many days?',
  wrong: [],
  world: {
    flow: ({ flowId, question }) => ({
      content: `${flowId} was asked: ${question}`,
      usedTools: [],
      sourceDocuments: [],
      artifacts: [],
      fileAnnotations: [],
    }),
  },
}
