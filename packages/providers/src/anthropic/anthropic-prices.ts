import type { TokenPrice } from '@runnel/contract'

/** What Anthropic asks for its models, in US dollars for a million tokens; an operator's own list goes before. */
export const ANTHROPIC_PRICES: Readonly<Record<string, TokenPrice>> = {
  'claude-opus-4-5': { input: 5, output: 25 },
  'claude-opus-4-1': { input: 15, output: 75 },
  'claude-sonnet-4-5': { input: 3, output: 15 },
  'claude-sonnet-4': { input: 3, output: 15 },
  'claude-haiku-4-5': { input: 1, output: 5 },
}
