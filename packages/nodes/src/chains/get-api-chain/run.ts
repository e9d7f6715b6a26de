import { apiChain, readUrl } from '../call-api.ts'
import { GET_PROMPTS } from './default-prompts.ts'

/** Reads from an API, and answers from what it gives. */
export const runGetApi = apiChain({
  ...GET_PROMPTS,
  method: 'GET',
  read: readUrl,
  form: 'Write the whole URL of the request, and nothing else.',
})
