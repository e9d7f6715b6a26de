import { REQUESTS_GET } from '../requests-kinds.ts'
import { requestsToolset } from '../requests-toolset.ts'

/** One tool: it reads from the address that its author chose. */
export const requestsGetToolset = requestsToolset(REQUESTS_GET)
