import { hearByCompletions, openTranscriber } from '../ai-sdk/open-transcriber.ts'
import { GROQ_HOME, GROQ_KEY_FIELD } from './groq-home.ts'

/** Writes speech down by a Whisper that Groq serves. */
export const transcribeByGroq = openTranscriber({
  ...GROQ_HOME,
  key: { field: GROQ_KEY_FIELD, needed: 'always' },
  hear: (connection, recording) => hearByCompletions(connection, recording, 'whisper-large-v3'),
})
