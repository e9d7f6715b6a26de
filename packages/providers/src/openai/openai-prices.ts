import type { TokenPrice } from '@runnel/contract'

/** What OpenAI asks for its chat models, in US dollars for a million tokens; an operator's own list goes before. */
export const OPENAI_PRICES: Readonly<Record<string, TokenPrice>> = {
  'gpt-6.1-sol': { input: 2, output: 10, cachedInput: 0.1, cacheWrite: 2.5 },
  'gpt-6-sol': { input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 },
  'gpt-6-luna': { input: 0.1, output: 0.5, cachedInput: 0.01, cacheWrite: 0.125 },
  'gpt-6-astra': { input: 10, output: 50, cachedInput: 1, cacheWrite: 12.5 },
  'gpt-5.6': { input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 },
  'gpt-5.6-sol': { input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 },
  'gpt-5.6-luna': { input: 0.2, output: 1.2, cachedInput: 0.02, cacheWrite: 0.25 },
  'gpt-5.6-terra': { input: 2, output: 12, cachedInput: 0.2, cacheWrite: 2.5 },
  'gpt-5.5': { input: 5, output: 30, cachedInput: 0.5 },
  'gpt-5.4': { input: 2.5, output: 15, cachedInput: 0.25 },
  'gpt-5.4-mini': { input: 0.75, output: 4.5, cachedInput: 0.075 },
  'gpt-5.4-nano': { input: 0.2, output: 1.25, cachedInput: 0.02 },
  'gpt-5.2': { input: 1.75, output: 14, cachedInput: 0.175 },
  'gpt-5.1': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gpt-5': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gpt-5-mini': { input: 0.25, output: 2, cachedInput: 0.025 },
  'gpt-5-nano': { input: 0.05, output: 0.4, cachedInput: 0.005 },
  'gpt-4.1': { input: 2, output: 8, cachedInput: 0.5 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cachedInput: 0.1 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, cachedInput: 0.025 },
  'gpt-4o': { input: 2.5, output: 10, cachedInput: 1.25 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  o3: { input: 2, output: 8, cachedInput: 0.5 },
  'o4-mini': { input: 1.1, output: 4.4, cachedInput: 0.275 },
  'o3-mini': { input: 1.1, output: 4.4, cachedInput: 0.55 },
  o1: { input: 15, output: 60, cachedInput: 7.5 },
}

/** The same of its embeddings. */
export const OPENAI_EMBEDDING_PRICES: Readonly<Record<string, TokenPrice>> = {
  'text-embedding-3-small': { input: 0.02, output: 0 },
  'text-embedding-3-large': { input: 0.13, output: 0 },
  'text-embedding-ada-002': { input: 0.1, output: 0 },
}
