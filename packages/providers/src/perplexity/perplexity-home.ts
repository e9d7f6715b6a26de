import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

export const PERPLEXITY_HOME = {
  label: 'Perplexity',
  baseURL: 'https://api.perplexity.ai',
  addressParam: 'proxyUrl',
} satisfies VendorHome
export const PERPLEXITY_KEY_FIELD = 'perplexityApiKey'
