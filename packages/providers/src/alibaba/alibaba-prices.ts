import type { TokenPrice } from '@runnel/contract'

/** What Alibaba asks for its embeddings in Singapore, in US dollars for a million tokens; an operator's own list goes before. */
export const ALIBABA_EMBEDDING_PRICES: Readonly<Record<string, TokenPrice>> = {
  'text-embedding-v4': { input: 0.07, output: 0 },
  'text-embedding-v3': { input: 0.07, output: 0 },
}
