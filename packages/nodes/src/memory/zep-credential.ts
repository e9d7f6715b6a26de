import { keyCredential } from '@runnel/node-kit'

/** The key of a Zep, of one's own or in the cloud. */
export const zepCredential = keyCredential('zepMemoryApi', { label: 'Zep Memory API', field: 'apiKey' })
