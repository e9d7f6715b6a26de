import type { TokenPrice } from '@runnel/contract'

/**
 * What models cost through OpenRouter whose makers answer themselves, in US dollars for a million tokens; an operator's own list goes before.
 * What open models cost depends on who serves them at that moment.
 */
export const OPENROUTER_PRICES: Readonly<Record<string, TokenPrice>> = {
  'anthropic/claude-opus-4.7': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'anthropic/claude-opus-4.6': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'anthropic/claude-opus-4.5': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'anthropic/claude-sonnet-4.6': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'anthropic/claude-sonnet-4.5': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'anthropic/claude-sonnet-4': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'anthropic/claude-haiku-4.5': { input: 1, output: 5, cachedInput: 0.1, cacheWrite: 1.25 },
  'google/gemini-3-flash-preview': { input: 0.5, output: 3, cachedInput: 0.05 },
  'google/gemini-2.5-pro': { input: 1.25, output: 10 },
  'google/gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'openai/gpt-5.2': { input: 1.75, output: 14, cachedInput: 0.175 },
  'openai/gpt-5': { input: 1.25, output: 10, cachedInput: 0.125 },
  'openai/gpt-5-mini': { input: 0.25, output: 2, cachedInput: 0.025 },
  'openai/gpt-5-nano': { input: 0.05, output: 0.4, cachedInput: 0.005 },
  'openai/gpt-4.1': { input: 2, output: 8, cachedInput: 0.5 },
  'openai/gpt-4.1-mini': { input: 0.4, output: 1.6, cachedInput: 0.1 },
  'openai/gpt-4.1-nano': { input: 0.1, output: 0.4, cachedInput: 0.025 },
  'openai/gpt-4o': { input: 2.5, output: 10 },
  'openai/o3-mini': { input: 1.1, output: 4.4 },
  'openai/o1': { input: 15, output: 60, cachedInput: 7.5 },
}
