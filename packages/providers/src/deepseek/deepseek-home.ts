import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

export const DEEPSEEK_HOME = { label: 'Deepseek', baseURL: 'https://api.deepseek.com' } satisfies VendorHome
export const DEEPSEEK_KEY_FIELD = 'deepseekApiKey'
