import { defineNode } from '@runnel/node-kit'

/** Ends a branch with a fixed text. */
export const directReplyAgentflow = defineNode({
  definition: {
    name: 'directReplyAgentflow',
    label: 'Direct Reply',
    version: 1,
    type: 'DirectReply',
    icon: 'IconMessageReply',
    category: 'Agent Flows',
    description: 'Answers with a text of yours; nothing follows it',
    baseClasses: ['DirectReply'],
    kind: 'step',
    effects: 'none',
    canvas: 'agent',
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
