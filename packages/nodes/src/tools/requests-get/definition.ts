import { defineNode } from '@runnel/node-kit'
import { migrateRequests } from '../migrate-requests.ts'
import { requestsDefinition } from '../requests-definition.ts'
import { REQUESTS_GET } from '../requests-kinds.ts'

/** A tool. Reads from a web address. */
export const requestsGet = defineNode({
  definition: requestsDefinition(REQUESTS_GET, {
    name: 'requestsGet',
    label: 'Requests Get',
    version: 2,
    type: 'RequestsGet',
    description: 'Reads from a web address',
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).requestsGetToolset },
  migrations: [migrateRequests(REQUESTS_GET)],
})
