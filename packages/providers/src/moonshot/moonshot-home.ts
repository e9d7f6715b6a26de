import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

export const MOONSHOT_HOME = {
  label: 'Moonshot',
  baseURL: 'https://api.moonshot.ai/v1',
  addressParam: 'basepath',
} satisfies VendorHome
export const MOONSHOT_KEY_FIELD = 'moonshotApiKey'
