import type { TokenPrice } from '@runnel/contract'

/** What Perplexity asks for tokens, in US dollars for a million tokens, beside its fee for each search; an operator's own list goes before. */
export const PERPLEXITY_PRICES: Readonly<Record<string, TokenPrice>> = {
  sonar: { input: 1, output: 1 },
  'sonar-pro': { input: 3, output: 15 },
  'sonar-reasoning-pro': { input: 2, output: 8 },
}
