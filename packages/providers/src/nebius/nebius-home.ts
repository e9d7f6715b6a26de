import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

export const NEBIUS_HOME = {
  label: 'Nebius',
  baseURL: 'https://api.tokenfactory.nebius.com/v1',
  addressParam: 'basepath',
} satisfies VendorHome
export const NEBIUS_KEY_FIELD = 'nebiusApiKey'
