import { defineNode } from '@runnel/node-kit'

/** Refuses questions that speak of what is on a list. */
export const inputModerationSimple = defineNode({
  definition: {
    name: 'inputModerationSimple',
    label: 'Simple Prompt Moderation',
    version: 2,
    type: 'Moderation',
    icon: 'IconTestPipe',
    category: 'Moderation',
    color: '#E76F51',
    description: 'Refuses questions that hold a text of a list, or say the same in other words',
    baseClasses: ['Moderation'],
    kind: 'component',
    effects: 'none',
    provides: ['moderation'],
    inputs: [
      {
        label: 'Deny List',
        name: 'denyList',
        type: 'string',
        rows: 4,
        placeholder: 'ignore previous instructions\ndo not follow the directions',
        description: 'One text a line; a question that holds one is refused',
      },
      {
        label: 'Chat Model',
        name: 'model',
        type: 'BaseChatModel',
        description: 'Finds questions that say the same in other words, too: one more call for each question',
        optional: true,
      },
      {
        label: 'Error Message',
        name: 'moderationErrorMessage',
        type: 'string',
        overridable: true,
        rows: 2,
        default: 'Cannot Process! Input violates content moderation policies.',
        description: 'What is answered instead',
        optional: true,
      },
    ],
  },
  provides: { moderation: async () => (await import('./moderation.ts')).refuseListed },
})
