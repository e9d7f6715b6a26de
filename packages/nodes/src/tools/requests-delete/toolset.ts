import { REQUESTS_DELETE } from '../requests-kinds.ts'
import { requestsToolset } from '../requests-toolset.ts'

/** One tool: it deletes what the address of its author names. */
export const requestsDeleteToolset = requestsToolset(REQUESTS_DELETE)
