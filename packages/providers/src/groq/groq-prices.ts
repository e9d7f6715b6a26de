import type { TokenPrice } from '@runnel/contract'

/** What Groq asks for the models that it serves, in US dollars for a million tokens; an operator's own list goes before. */
export const GROQ_PRICES: Readonly<Record<string, TokenPrice>> = {
  'llama-3.3-70b-versatile': { input: 0.59, output: 0.79 },
  'llama-3.1-8b-instant': { input: 0.05, output: 0.08 },
  'openai/gpt-oss-120b': { input: 0.15, output: 0.6, cachedInput: 0.075 },
  'openai/gpt-oss-20b': { input: 0.075, output: 0.3 },
  'openai/gpt-oss-safeguard-20b': { input: 0.075, output: 0.3 },
  'qwen/qwen3.8-27b': { input: 0.8, output: 4, cachedInput: 0.4 },
  'qwen/qwen3.6-27b': { input: 0.6, output: 3 },
  'qwen/qwen3-32b': { input: 0.29, output: 0.59 },
  'moonshotai/kimi-k2-instruct-0905': { input: 1, output: 3, cachedInput: 0.5 },
  'meta-llama/llama-4-scout-17b-16e-instruct': { input: 0.11, output: 0.34 },
  'meta-llama/llama-4-maverick-17b-128e-instruct': { input: 0.2, output: 0.6 },
}
