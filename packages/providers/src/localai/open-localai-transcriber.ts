import { hearByCompletions, openTranscriber } from '../ai-sdk/open-transcriber.ts'

/** Writes speech down on a LocalAI server. */
export const transcribeByLocalAI = openTranscriber({
  label: 'LocalAI',
  addressParam: 'baseUrl',
  key: { field: 'localAIApiKey', needed: 'never' },
  hear: (connection, recording) => hearByCompletions(connection, recording, 'whisper-1'),
})
