import type { TokenPrice } from '@runnel/contract'

/**
 * What Azure asks for OpenAI's models in deployments that any region answers, in US dollars for a million tokens, by the name that the node
 * chooses; an operator's own list goes before.
 */
export const AZURE_PRICES: Readonly<Record<string, TokenPrice>> = {
  'gpt-5': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gpt-4.1': { input: 2, output: 8, cachedInput: 0.5 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cachedInput: 0.1 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, cachedInput: 0.025 },
  'gpt-4o': { input: 2.5, output: 10 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  'o4-mini': { input: 1.1, output: 4.4 },
}
