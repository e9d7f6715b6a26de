import { apiChain, readUrlAndData } from '../call-api.ts'
import { POST_PROMPTS } from './default-prompts.ts'

/** Writes to an API, and answers from what it says. */
export const runPostApi = apiChain({
  ...POST_PROMPTS,
  method: 'POST',
  read: readUrlAndData,
  form: 'Write a JSON object with "url" and "data", and nothing else.',
})
