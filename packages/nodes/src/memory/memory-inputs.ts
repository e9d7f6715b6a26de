import type { InputDefinition } from '@runnel/contract'

/** The model that a memory asks for its summaries. */
export const summaryModelInput: InputDefinition = {
  label: 'Chat Model',
  name: 'model',
  type: 'BaseChatModel',
  description: 'Writes the summary: one more call for each message that needs it',
}

/** The session that a memory keeps, and the name that the reference gives to what it recalls. */
export const sessionInputs: InputDefinition[] = [
  {
    label: 'Session Id',
    name: 'sessionId',
    readAs: 'sessionId',
    type: 'string',
    overridable: true,
    description: 'Messages are kept under this id; empty means one conversation per chat',
    default: '',
    additionalParams: true,
    optional: true,
  },
  {
    label: 'Memory Key',
    name: 'memoryKey',
    type: 'string',
    overridable: true,
    default: 'chat_history',
    additionalParams: true,
  },
]

/** How long a session is kept by a Redis. */
export const sessionTimeInput: InputDefinition = {
  label: 'Session Timeouts',
  name: 'sessionTTL',
  type: 'number',
  min: 1,
  description: 'How many seconds after its last message a session is forgotten; never when empty',
  additionalParams: true,
  optional: true,
}
