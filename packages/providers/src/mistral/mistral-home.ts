import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

export const MISTRAL_HOME = {
  label: 'MistralAI',
  baseURL: 'https://api.mistral.ai/v1',
  addressParam: 'overrideEndpoint',
} satisfies VendorHome
export const MISTRAL_KEY_FIELD = 'mistralAIAPIKey'
