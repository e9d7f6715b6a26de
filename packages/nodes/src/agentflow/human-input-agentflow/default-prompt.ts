/** Asks a model for the words that a person sees, when the author wrote no prompt. */
export const DEFAULT_PROMPT =
  'Summarise the conversation between the user and the assistant, name the action that comes next, and ask the user whether to proceed. Write at most four sentences, addressed to the user.'
