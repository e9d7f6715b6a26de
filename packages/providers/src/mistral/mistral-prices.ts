import type { TokenPrice } from '@runnel/contract'

/**
 * What Mistral asks for its chat models, in US dollars for a million tokens; an operator's own list goes before. Of a model that costs less
 * while it is shown for trial it is the price after that. Names that move on to another model stand here where it is known to which.
 */
export const MISTRAL_PRICES: Readonly<Record<string, TokenPrice>> = {
  'mistral-medium-latest': { input: 1.5, output: 7.5, cachedInput: 0.15 },
  'mistral-medium-3-5': { input: 1.5, output: 7.5, cachedInput: 0.15 },
  'mistral-medium-2508': { input: 0.4, output: 2, cachedInput: 0.04 },
  'mistral-large-4': { input: 1.36, output: 4.18, cachedInput: 0.14 },
  'mistral-large-latest': { input: 0.5, output: 1.5 },
  'mistral-large-2512': { input: 0.5, output: 1.5, cachedInput: 0.05 },
  'mistral-small-2603': { input: 0.15, output: 0.6, cachedInput: 0.015 },
  'ministral-14b-2512': { input: 0.2, output: 0.2, cachedInput: 0.02 },
  'ministral-8b-latest': { input: 0.15, output: 0.15, cachedInput: 0.015 },
  'ministral-8b-2512': { input: 0.15, output: 0.15, cachedInput: 0.015 },
  'ministral-3b-2512': { input: 0.1, output: 0.1, cachedInput: 0.01 },
  'codestral-latest': { input: 0.3, output: 0.9 },
  'codestral-2508': { input: 0.3, output: 0.9, cachedInput: 0.03 },
  'devstral-2512': { input: 0.4, output: 2, cachedInput: 0.04 },
  'magistral-medium-latest': { input: 2, output: 5 },
}

/** The same of its embeddings. */
export const MISTRAL_EMBEDDING_PRICES: Readonly<Record<string, TokenPrice>> = {
  'mistral-embed': { input: 0.1, output: 0 },
  'codestral-embed': { input: 0.15, output: 0 },
  'codestral-embed-2505': { input: 0.15, output: 0 },
}
