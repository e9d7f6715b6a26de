import type { TokenPrice } from '@runnel/contract'

/**
 * What Google asks for Gemini, by its own API and at Vertex AI's global endpoint, in US dollars for a million tokens, for prompts of up to
 * 200,000 tokens; an operator's own list goes before. Of a model that costs less until the end of 2026 it is the price after that.
 */
export const GEMINI_PRICES: Readonly<Record<string, TokenPrice>> = {
  'gemini-3.8-flash': { input: 1.5, output: 7.5, cachedInput: 0.15 },
  'gemini-3.7-flash': { input: 1.5, output: 7.5, cachedInput: 0.15 },
  'gemini-3.5-flash': { input: 1.5, output: 9, cachedInput: 0.15 },
  'gemini-3.1-pro-preview': { input: 2, output: 12, cachedInput: 0.2 },
  'gemini-3-flash-preview': { input: 0.5, output: 3, cachedInput: 0.05 },
  'gemini-3.1-flash-lite': { input: 0.25, output: 1.5, cachedInput: 0.025 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cachedInput: 0.03 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cachedInput: 0.01 },
}

/** The same of its embeddings of texts. */
export const GOOGLE_EMBEDDING_PRICES: Readonly<Record<string, TokenPrice>> = {
  'gemini-embedding-001': { input: 0.15, output: 0 },
  'gemini-embedding-2': { input: 0.2, output: 0 },
}
