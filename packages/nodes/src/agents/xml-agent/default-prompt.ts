/** What an XML agent is told whose author wrote nothing else. */
export const DEFAULT_PROMPT = 'You are a helpful assistant. Help the person with whatever they ask.'
