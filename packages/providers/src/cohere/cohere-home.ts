import type { VendorHome, VendorKey } from '../ai-sdk/read-endpoint.ts'

export const COHERE_HOME = { label: 'Cohere', baseURL: 'https://api.cohere.com/v2' } satisfies VendorHome
export const COHERE_KEY: VendorKey = { field: 'cohereApiKey', needed: 'always' }
