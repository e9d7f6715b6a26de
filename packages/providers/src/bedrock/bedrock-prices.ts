import type { TokenPrice } from '@runnel/contract'

/** What AWS asks for models of Bedrock in the east of the United States, in US dollars for a million tokens; an operator's own list goes before. */
export const BEDROCK_PRICES: Readonly<Record<string, TokenPrice>> = {
  'anthropic.claude-sonnet-4-6': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'global.anthropic.claude-sonnet-4-6': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'anthropic.claude-sonnet-4-5-20250929-v1:0': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'global.anthropic.claude-sonnet-4-5-20250929-v1:0': {
    input: 3,
    output: 15,
    cachedInput: 0.3,
    cacheWrite: 3.75,
  },
  'anthropic.claude-haiku-4-5-20251001-v1:0': { input: 1, output: 5, cachedInput: 0.1, cacheWrite: 1.25 },
  'global.anthropic.claude-haiku-4-5-20251001-v1:0': {
    input: 1,
    output: 5,
    cachedInput: 0.1,
    cacheWrite: 1.25,
  },
  'anthropic.claude-opus-4-8': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'global.anthropic.claude-opus-4-8': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
  'anthropic.claude-3-5-sonnet-20241022-v2:0': { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
  'amazon.nova-2-lite-v1:0': { input: 0.3, output: 2.5, cachedInput: 0.075 },
  'amazon.nova-pro-v1:0': { input: 0.8, output: 3.2 },
  'amazon.nova-lite-v1:0': { input: 0.06, output: 0.24 },
  'amazon.nova-micro-v1:0': { input: 0.035, output: 0.14 },
  'meta.llama3-3-70b-instruct-v1:0': { input: 0.72, output: 0.72 },
  'deepseek.r1-v1:0': { input: 1.35, output: 5.4 },
}

/** The same of its embeddings of texts. */
export const BEDROCK_EMBEDDING_PRICES: Readonly<Record<string, TokenPrice>> = {
  'amazon.titan-embed-text-v2:0': { input: 0.02, output: 0 },
  'amazon.titan-embed-text-v1': { input: 0.1, output: 0 },
  'cohere.embed-english-v3': { input: 0.1, output: 0 },
  'cohere.embed-multilingual-v3': { input: 0.1, output: 0 },
  'amazon.nova-2-multimodal-embeddings-v1:0': { input: 0.135, output: 0 },
}
