import { agentStep } from '../agent-step.ts'

/** Ends a branch with a fixed text. */
export const directReplyAgentflow = agentStep({
  definition: {
    name: 'directReplyAgentflow',
    label: 'Direct Reply',
    version: 1,
    type: 'DirectReply',
    icon: 'IconMessageReply',
    description: 'Answers with a text of yours; nothing follows it',
    baseClasses: ['DirectReply'],
    effects: 'none',
    color: '#4DDBBB',
    hideOutput: true,
    inputs: [
      {
        label: 'Message',
        name: 'directReplyMessage',
        identifies: true,
        type: 'string',
        overridable: true,
        rows: 4,
        acceptVariable: true,
      },
    ],
  },
  run: async () => (await import('./run.ts')).runDirectReply,
})
