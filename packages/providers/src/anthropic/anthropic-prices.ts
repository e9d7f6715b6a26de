import type { TokenPrice } from '@runnel/contract'

/** What Anthropic asks for its models, in US dollars for a million tokens; an operator's own list goes before. */
export const ANTHROPIC_PRICES: Readonly<Record<string, TokenPrice>> = {
  'claude-opus-5-5': { input: 4, output: 20, cachedInput: 0.2, cacheWrite: 5 },
  'claude-sonnet-5-5': { input: 2, output: 10, cachedInput: 0.1, cacheWrite: 2.5 },
  'claude-haiku-5-5': { input: 0.1, output: 0.5, cachedInput: 0.01, cacheWrite: 0.125 },
  'claude-opus-5': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'claude-sonnet-5': { input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 },
  'claude-opus-4-8': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'claude-opus-4-7': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'claude-sonnet-4-6': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'claude-opus-4-6': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'claude-opus-4-5': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'claude-haiku-4-5': { input: 1, output: 5, cachedInput: 0.1, cacheWrite: 1.25 },
  'claude-sonnet-4-5': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'claude-opus-4-1': { input: 15, output: 75, cachedInput: 1.5, cacheWrite: 18.75 },
  'claude-sonnet-4-0': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'claude-sonnet-4': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'claude-opus-4-0': { input: 15, output: 75, cachedInput: 1.5, cacheWrite: 18.75 },
  'claude-opus-4': { input: 15, output: 75, cachedInput: 1.5, cacheWrite: 18.75 },
}
