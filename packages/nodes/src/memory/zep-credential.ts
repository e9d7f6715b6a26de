import { keyCredential } from '@runnel/node-kit'

/** The key of a Zep, of one's own or in the cloud. */
export const zepCredential = keyCredential('zepMemoryApi', {
  untested: 'addressInNode',
  label: 'Zep Memory API',
  field: 'apiKey',
})
