import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

/** Anthropic itself, unless `basepath` names a gateway that speaks its messages. */
export const ANTHROPIC_HOME = {
  label: 'Anthropic',
  baseURL: 'https://api.anthropic.com/v1',
  addressParam: 'basepath',
} as const satisfies VendorHome

export const ANTHROPIC_KEY_FIELD = 'anthropicApiKey'
