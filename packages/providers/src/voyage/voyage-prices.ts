import type { TokenPrice } from '@runnel/contract'

/** What Voyage AI asks for its embeddings, in US dollars for a million tokens; an operator's own list goes before. */
export const VOYAGE_PRICES: Readonly<Record<string, TokenPrice>> = {
  'voyage-4': { input: 0.06, output: 0 },
  'voyage-4-large': { input: 0.12, output: 0 },
  'voyage-4-lite': { input: 0.02, output: 0 },
  'voyage-3.5': { input: 0.06, output: 0 },
  'voyage-3.5-lite': { input: 0.02, output: 0 },
  'voyage-3-large': { input: 0.18, output: 0 },
  'voyage-code-3': { input: 0.18, output: 0 },
  'voyage-finance-2': { input: 0.12, output: 0 },
  'voyage-law-2': { input: 0.12, output: 0 },
  'voyage-2': { input: 0.1, output: 0 },
}
