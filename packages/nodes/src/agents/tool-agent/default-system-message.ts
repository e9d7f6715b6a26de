/** The system message of an agent whose author wrote none. */
export const DEFAULT_SYSTEM_MESSAGE = 'You are a helpful AI assistant.'
