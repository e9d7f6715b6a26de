import type { TokenPrice } from '@runnel/contract'

/** What xAI asks for Grok, in US dollars for a million tokens, for prompts of up to 200,000 tokens; an operator's own list goes before. */
export const XAI_PRICES: Readonly<Record<string, TokenPrice>> = {
  'grok-4.7': { input: 2, output: 6, cachedInput: 0.5 },
  'grok-4.6': { input: 2, output: 6, cachedInput: 0.5 },
  'grok-4.5': { input: 2, output: 6, cachedInput: 0.5 },
  'grok-4.3': { input: 1.25, output: 2.5, cachedInput: 0.2 },
  'grok-4.20-0309-reasoning': { input: 1.25, output: 2.5, cachedInput: 0.2 },
  'grok-4-1-fast': { input: 0.2, output: 0.5, cachedInput: 0.05 },
  'grok-4-fast': { input: 0.2, output: 0.5, cachedInput: 0.05 },
  'grok-4': { input: 3, output: 15, cachedInput: 0.75 },
  'grok-3': { input: 3, output: 15 },
  'grok-3-mini': { input: 0.3, output: 0.5, cachedInput: 0.075 },
}
