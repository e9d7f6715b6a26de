import type { VendorHome, VendorKey } from '../ai-sdk/read-endpoint.ts'

/** A server of one's own: the node names it. */
export const OLLAMA_HOME = { label: 'Ollama', addressParam: 'baseUrl' } satisfies VendorHome

/** A server behind a proxy, or Ollama's own cloud, wants one. */
export const OLLAMA_KEY: VendorKey = { field: 'ollamaApiKey', needed: 'never' }
