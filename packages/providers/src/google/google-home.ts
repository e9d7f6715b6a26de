import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

/** Gemini itself, unless `baseUrl` names another server that speaks its protocol. */
export const GOOGLE_HOME = {
  label: 'Google Gemini',
  baseURL: 'https://generativelanguage.googleapis.com/v1beta',
  addressParam: 'baseUrl',
} as const satisfies VendorHome

export const GOOGLE_KEY_FIELD = 'googleGenerativeAPIKey'
