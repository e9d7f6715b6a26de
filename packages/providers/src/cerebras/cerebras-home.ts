import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

export const CEREBRAS_HOME = {
  label: 'Cerebras',
  baseURL: 'https://api.cerebras.ai/v1',
  addressParam: 'basepath',
} satisfies VendorHome
export const CEREBRAS_KEY_FIELD = 'cerebrasApiKey'
