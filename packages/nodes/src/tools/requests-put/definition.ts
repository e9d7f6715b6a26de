import { defineNode } from '@runnel/node-kit'
import { requestsDefinition } from '../requests-definition.ts'
import { REQUESTS_PUT } from '../requests-kinds.ts'

/** A tool. Sends data to a web address to change something. */
export const requestsPut = defineNode({
  definition: requestsDefinition(REQUESTS_PUT, {
    name: 'requestsPut',
    label: 'Requests Put',
    version: 1,
    type: 'RequestsPut',
    description: 'Sends data to a web address to change something',
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).requestsPutToolset },
})
