import type { TokenPrice } from '@runnel/contract'

/** What Nebius asks for the models that it serves, in US dollars for a million tokens; an operator's own list goes before. */
export const NEBIUS_PRICES: Readonly<Record<string, TokenPrice>> = {
  'Qwen/Qwen3-235B-A22B-Instruct-2507': { input: 0.2, output: 0.6 },
  'Qwen/Qwen3-30B-A3B-Instruct-2507': { input: 0.1, output: 0.3 },
  'deepseek-ai/DeepSeek-V4-Pro': { input: 1.75, output: 3.5, cachedInput: 0.15 },
  'deepseek-ai/DeepSeek-V4-Flash': { input: 0.14, output: 0.28 },
  'moonshotai/Kimi-K3': { input: 3, output: 15 },
  'moonshotai/Kimi-K2.6': { input: 0.95, output: 4 },
  'zai-org/GLM-5.2': { input: 1.4, output: 4.4 },
  'openai/gpt-oss-120b': { input: 0.15, output: 0.6 },
  'meta-llama/Llama-3.3-70B-Instruct': { input: 0.13, output: 0.4 },
  'nvidia/Nemotron-3-Ultra-550b-a55b': { input: 1, output: 3 },
}
