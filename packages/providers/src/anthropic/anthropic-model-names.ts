/** Chat models of Anthropic, newest first (`@ai-sdk/anthropic` 4.0.105). */
export const ANTHROPIC_MODEL_NAMES = [
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-opus-4-8',
  'claude-opus-4-7',
  'claude-sonnet-4-6',
  'claude-opus-4-6',
  'claude-opus-4-5',
  'claude-haiku-4-5',
  'claude-sonnet-4-5',
  'claude-opus-4-1',
  'claude-sonnet-4-0',
  'claude-opus-4-0',
]
