import { REQUESTS_PUT } from '../requests-kinds.ts'
import { requestsToolset } from '../requests-toolset.ts'

/** One tool: it changes what the address of its author names. */
export const requestsPutToolset = requestsToolset(REQUESTS_PUT)
