import { defineNode } from '@runnel/node-kit'
import { migrateRequests } from '../migrate-requests.ts'
import { requestsDefinition } from '../requests-definition.ts'
import { REQUESTS_POST } from '../requests-kinds.ts'

/** A tool. Sends data to a web address to create something. */
export const requestsPost = defineNode({
  definition: requestsDefinition(REQUESTS_POST, {
    name: 'requestsPost',
    label: 'Requests Post',
    version: 2,
    type: 'RequestsPost',
    description: 'Sends data to a web address to create something',
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).requestsPostToolset },
  migrations: [migrateRequests(REQUESTS_POST)],
})
