import type { TokenPrice } from '@runnel/contract'

/** What Cerebras asks for the models that it serves, in US dollars for a million tokens; an operator's own list goes before. */
export const CEREBRAS_PRICES: Readonly<Record<string, TokenPrice>> = {
  'gpt-oss-120b': { input: 0.35, output: 0.75 },
  'qwen-3.8-27b': { input: 0.99, output: 1.49 },
  'zai-glm-4.7': { input: 2.25, output: 2.75 },
  'gemma-4-31b': { input: 0.99, output: 1.49 },
  'llama-3.3-70b': { input: 0.85, output: 1.2 },
  'llama3.1-8b': { input: 0.1, output: 0.1 },
  'qwen-3-32b': { input: 0.4, output: 0.8 },
}
