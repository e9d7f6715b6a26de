import type { VendorHome } from '../ai-sdk/read-endpoint.ts'

export const GROQ_HOME = { label: 'Groq', baseURL: 'https://api.groq.com/openai/v1' } satisfies VendorHome
export const GROQ_KEY_FIELD = 'groqApiKey'
