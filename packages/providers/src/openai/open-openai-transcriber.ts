import { hearByCompletions, openTranscriber } from '../ai-sdk/open-transcriber.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

const { label, baseURL } = OPENAI_HOME

/** Writes speech down by OpenAI's Whisper. */
export const transcribeByOpenAI = openTranscriber({
  label,
  baseURL,
  key: OPENAI_KEY,
  hear: (connection, recording) => hearByCompletions(connection, recording, 'whisper-1'),
})
