import type { InputDefinition } from '@runnel/contract'

/** Params that say which earlier messages the model sees; their names begin with `prefix` (`llm`, `agent`). */
export const memoryTypeInputs = (prefix: string): InputDefinition[] => [
  {
    label: 'Enable Memory',
    name: `${prefix}EnableMemory`,
    type: 'boolean',
    overridable: true,
    default: true,
    description: 'The model sees the conversation so far',
  },
  {
    label: 'Memory Type',
    name: `${prefix}MemoryType`,
    type: 'options',
    overridable: true,
    default: 'allMessages',
    show: { [`${prefix}EnableMemory`]: true },
    options: [
      { label: 'All Messages', name: 'allMessages', description: 'The whole conversation' },
      { label: 'Window Size', name: 'windowSize', description: 'The last exchanges, a fixed number' },
      {
        label: 'Conversation Summary',
        name: 'conversationSummary',
        description: 'A summary of the conversation, written by the model first',
      },
      {
        label: 'Conversation Summary Buffer',
        name: 'conversationSummaryBuffer',
        description: 'The latest messages word for word, older ones as a summary when they grow too long',
      },
    ],
  },
  {
    label: 'Window Size',
    name: `${prefix}MemoryWindowSize`,
    type: 'number',
    overridable: true,
    default: '20',
    description: 'How many exchanges (a question and its answer) the model sees',
    show: { [`${prefix}MemoryType`]: 'windowSize' },
  },
  {
    label: 'Max Token Limit',
    name: `${prefix}MemoryMaxTokenLimit`,
    type: 'number',
    overridable: true,
    default: '2000',
    description: 'Above this size older messages are summarised; tokens are counted as GPT-4 does',
    show: { [`${prefix}MemoryType`]: 'conversationSummaryBuffer' },
  },
]

/** The same, with a message of the author's own behind the conversation. */
export const memoryInputs = (prefix: string): InputDefinition[] => [
  ...memoryTypeInputs(prefix),
  {
    label: 'Input Message',
    name: `${prefix}UserMessage`,
    type: 'string',
    overridable: true,
    description: 'A user message put after the conversation',
    rows: 4,
    optional: true,
    acceptVariable: true,
    show: { [`${prefix}EnableMemory`]: true },
  },
]
