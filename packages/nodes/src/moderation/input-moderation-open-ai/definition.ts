import { credentialInput, defineNode } from '@runnel/node-kit'

/** Refuses questions that OpenAI's moderation flags. */
export const inputModerationOpenAI = defineNode({
  definition: {
    name: 'inputModerationOpenAI',
    label: 'OpenAI Moderation',
    version: 1,
    type: 'Moderation',
    icon: 'IconTestPipe',
    category: 'Moderation',
    color: '#E76F51',
    description: 'Refuses questions in which OpenAI finds hate, violence, self-harm and the like',
    baseClasses: ['Moderation'],
    kind: 'component',
    effects: 'read',
    provides: ['moderation'],
    credential: credentialInput({ name: 'openAIApi' }),
    inputs: [
      {
        label: 'Error Message',
        name: 'moderationErrorMessage',
        type: 'string',
        overridable: true,
        rows: 2,
        default: "Cannot Process! Input violates OpenAI's content moderation policies.",
        description: 'What is answered instead',
        optional: true,
      },
    ],
  },
  provides: { moderation: async () => (await import('./moderation.ts')).refuseFlagged },
})
