import type { TokenPrice } from '@runnel/contract'

/** What Jina AI asks for its embeddings, in US dollars for a million tokens; an operator's own list goes before. */
export const JINA_PRICES: Readonly<Record<string, TokenPrice>> = {
  'jina-embeddings-v2-base-en': { input: 0.02, output: 0 },
  'jina-embeddings-v2-base-de': { input: 0.02, output: 0 },
  'jina-embeddings-v2-base-es': { input: 0.02, output: 0 },
  'jina-embeddings-v2-base-zh': { input: 0.02, output: 0 },
  'jina-embeddings-v2-base-code': { input: 0.02, output: 0 },
}
