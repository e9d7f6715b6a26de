import { REQUESTS_POST } from '../requests-kinds.ts'
import { requestsToolset } from '../requests-toolset.ts'

/** One tool: it sends a body to the address that its author chose. */
export const requestsPostToolset = requestsToolset(REQUESTS_POST)
