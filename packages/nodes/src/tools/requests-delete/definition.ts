import { defineNode } from '@runnel/node-kit'
import { requestsDefinition } from '../requests-definition.ts'
import { REQUESTS_DELETE } from '../requests-kinds.ts'

/** A tool. Deletes what a web address names. */
export const requestsDelete = defineNode({
  definition: requestsDefinition(REQUESTS_DELETE, {
    name: 'requestsDelete',
    label: 'Requests Delete',
    version: 1,
    type: 'RequestsDelete',
    description: 'Deletes what a web address names',
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).requestsDeleteToolset },
})
