import type { TokenPrice } from '@runnel/contract'

/** What Cohere asks for Command, in US dollars for a million tokens; an operator's own list goes before. */
export const COHERE_PRICES: Readonly<Record<string, TokenPrice>> = {
  'command-a-plus-05-2026': { input: 2.5, output: 10 },
  'command-a-03-2025': { input: 2.5, output: 10 },
  'command-a-reasoning-08-2025': { input: 2.5, output: 10 },
  'command-a-vision-07-2025': { input: 2.5, output: 10 },
  'command-a-translate-08-2025': { input: 2.5, output: 10 },
  'command-r-plus-08-2024': { input: 2.5, output: 10 },
  'command-r-08-2024': { input: 0.15, output: 0.6 },
  'command-r7b-12-2024': { input: 0.0375, output: 0.15 },
}

/** The same of its embeddings. */
export const COHERE_EMBEDDING_PRICES: Readonly<Record<string, TokenPrice>> = {
  'embed-v4.0': { input: 0.12, output: 0 },
  'embed-english-v3.0': { input: 0.1, output: 0 },
  'embed-multilingual-v3.0': { input: 0.1, output: 0 },
  'embed-english-light-v3.0': { input: 0.1, output: 0 },
  'embed-multilingual-light-v3.0': { input: 0.1, output: 0 },
}
