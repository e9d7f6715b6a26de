import type { InputDefinition } from '@runnel/contract'

/** The anchor for nodes that check a question before a chain or an agent sees it. */
export const moderationInput: InputDefinition = {
  label: 'Input Moderation',
  name: 'inputModeration',
  type: 'Moderation',
  description: 'Checks the question before the model sees it',
  optional: true,
  list: true,
}

/** The anchor for a prompt with system and user message. */
export const chatPromptInput: InputDefinition = {
  label: 'Chat Prompt Template',
  name: 'chatPromptTemplate',
  type: 'ChatPromptTemplate',
  description: 'Replaces the system message below',
  optional: true,
}
