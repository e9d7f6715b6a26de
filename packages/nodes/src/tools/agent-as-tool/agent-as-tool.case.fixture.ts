import type { ToolCase } from '../tool-case.fixture.ts'

/** An agent flow as a tool in the tests of the family. */
export const agentAsToolCase: ToolCase = {
  node: 'agentAsTool',
  values: { selectedAgentflow: 'agent-1', name: 'researcher', description: 'Finds things out.' },
  input: { input: 'Who was first?' },
  says: 'agent-1 was asked: Who was first?',
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
