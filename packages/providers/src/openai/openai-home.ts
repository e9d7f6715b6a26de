import type { VendorHome, VendorKey } from '../ai-sdk/read-endpoint.ts'

/** OpenAI itself, unless `basepath` names another server that speaks its protocol. */
export const OPENAI_HOME = {
  label: 'OpenAI',
  baseURL: 'https://api.openai.com/v1',
  addressParam: 'basepath',
} as const satisfies VendorHome

/** Servers of one's own often need no key; OpenAI always does. */
export const OPENAI_KEY: VendorKey = { field: 'openAIApiKey', needed: 'at home' }
