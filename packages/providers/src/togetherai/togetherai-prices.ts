import type { TokenPrice } from '@runnel/contract'

/** What Together AI asks for the chat models that it serves, in US dollars for a million tokens; an operator's own list goes before. */
export const TOGETHERAI_PRICES: Readonly<Record<string, TokenPrice>> = {
  'moonshotai/Kimi-K3': { input: 3, output: 15, cachedInput: 0.3 },
  'moonshotai/Kimi-K2.6': { input: 1.2, output: 4.5, cachedInput: 0.2 },
  'zai-org/GLM-5.3': { input: 1.4, output: 4.4, cachedInput: 0.26 },
  'zai-org/GLM-4.7': { input: 0.45, output: 2 },
  'Qwen/Qwen3.5-397B-A17B': { input: 0.6, output: 3.6 },
  'Qwen/Qwen3-Next-80B-A3B-Instruct': { input: 0.15, output: 1.5 },
  'deepseek-ai/DeepSeek-V4-Pro': { input: 2.1, output: 4.4, cachedInput: 0.2 },
  'deepseek-ai/DeepSeek-V3.1': { input: 0.6, output: 1.7 },
  'openai/gpt-oss-120b': { input: 0.15, output: 0.6 },
  'openai/gpt-oss-20b': { input: 0.05, output: 0.2 },
  'meta-llama/Llama-3.3-70B-Instruct-Turbo': { input: 0.88, output: 0.88 },
  'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8': { input: 0.27, output: 0.85 },
  'meta-llama/Llama-4-Scout-17B-16E-Instruct': { input: 0.18, output: 0.59 },
  'meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo': { input: 0.18, output: 0.18 },
}

/** The same of its embeddings. */
export const TOGETHERAI_EMBEDDING_PRICES: Readonly<Record<string, TokenPrice>> = {
  'BAAI/bge-base-en-v1.5': { input: 0.008, output: 0 },
}
