import { startFakeSpeech } from './testing/fake-speech.ts'
import type { SpeechCase } from './testing/speech-case.ts'

const KEY = 'test-key-of-speech'
/** What every fake hears in the recording of the tests. */
export const HEARD = 'Where does the river rise?'
/** The bytes of the recording: as a browser's WebM begins. */
export const RECORDING = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x74, 0x65, 0x61])

/** A form with the recording as a file of this name, and these fields. */
const misses = (text: string, field: string, fields: Record<string, string>): string | undefined => {
  if (!text.includes(`name="${field}"; filename="recording.webm"`)) return 'There is no recording.'
  const absent = Object.entries(fields).find(
    ([name, value]) => !text.includes(`name="${name}"\r\n\r\n${value}`),
  )
  return absent && `The field ${absent[0]} is not ${absent[1]}.`
}

const error = (message: string) => ({ error: { message } })

const whisper = (path: string, fields: Record<string, string>) => () =>
  startFakeSpeech({
    key: ['authorization', `Bearer ${KEY}`],
    wrong: (call) => (call.path === path ? misses(call.text, 'file', fields) : `Not found: ${call.path}`),
    answer: () => ({ text: ` ${HEARD}\n` }),
    refusal: error,
  })

const BUSY_LOOKS = 2

/** Takes a recording, and has its transcript when it was looked at for some times. */
function startAssembly() {
  let looks = 0
  return startFakeSpeech({
    key: ['authorization', KEY],
    wrong: ({ path, body, text }) => {
      if (path === '/v2/upload') return text.endsWith('tea') ? undefined : 'There is no recording.'
      if (path === '/v2/transcript')
        return body.audio_url === 'https://cdn.example/1' ? undefined : 'There is no audio_url.'
      return path === '/v2/transcript/t%2F1' ? undefined : `Not found: ${path}`
    },
    answer: ({ path }) => {
      if (path === '/v2/upload') return { upload_url: 'https://cdn.example/1' }
      if (path === '/v2/transcript') return { id: 't/1', status: 'queued', text: null }
      looks += 1
      return looks % BUSY_LOOKS === 0
        ? { id: 't/1', status: 'completed', text: HEARD }
        : { id: 't/1', status: 'processing', text: null }
    },
    refusal: (message) => ({ error: message }),
  })
}

/** Every service of speech of the catalogue. */
export const speechCases: SpeechCase[] = [
  {
    node: 'openAIWhisper',
    setting: 'speechToText',
    values: { language: 'en', prompt: 'Runnel', temperature: 0.2 },
    credential: { openAIApiKey: KEY },
    host: 'api.openai.com',
    startFake: whisper('/v1/audio/transcriptions', {
      model: 'whisper-1',
      language: 'en',
      prompt: 'Runnel',
      temperature: '0.2',
    }),
  },
  {
    node: 'groqWhisper',
    setting: 'speechToText',
    values: { language: 'en' },
    credential: { groqApiKey: KEY },
    host: 'api.groq.com',
    startFake: whisper('/openai/v1/audio/transcriptions', { model: 'whisper-large-v3', language: 'en' }),
  },
  {
    node: 'localAISTT',
    setting: 'speechToText',
    values: { baseUrl: 'https://localai.example/v1', model: 'whisper-small' },
    credential: { localAIApiKey: KEY },
    host: 'localai.example',
    startFake: whisper('/v1/audio/transcriptions', { model: 'whisper-small' }),
    worksWithoutKey: true,
  },
  {
    node: 'azureCognitive',
    setting: 'speechToText',
    values: { language: 'en-GB', profanityFilterMode: 'None', channels: '0,1' },
    credential: { azureSubscriptionKey: KEY },
    account: { serviceRegion: 'westeurope', apiVersion: '2024-11-15' },
    host: 'westeurope.api.cognitive.microsoft.com',
    startFake: () =>
      startFakeSpeech({
        key: ['ocp-apim-subscription-key', KEY],
        wrong: ({ path, text }) =>
          path === '/speechtotext/transcriptions:transcribe?api-version=2024-11-15'
            ? misses(text, 'audio', {
                definition: '{"locales":["en-GB"],"profanityFilterMode":"None","channels":[0,1]}',
              })
            : `Not found: ${path}`,
        answer: () => ({ combinedPhrases: [{ text: 'Where does' }, { text: 'the river rise?' }] }),
        refusal: error,
      }),
  },
  {
    node: 'assemblyAiTranscribe',
    setting: 'speechToText',
    values: {},
    credential: { assemblyAIApiKey: KEY },
    host: 'api.assemblyai.com',
    startFake: startAssembly,
  },
  {
    node: 'openai',
    setting: 'textToSpeech',
    values: { voice: 'nova' },
    credential: { openAIApiKey: KEY },
    host: 'api.openai.com',
    startFake: () =>
      startFakeSpeech({
        key: ['authorization', `Bearer ${KEY}`],
        wrong: ({ path, body }) => {
          if (path !== '/v1/audio/speech') return `Not found: ${path}`
          if (body.voice !== 'nova' || body.model !== 'gpt-4o-mini-tts') return 'There is no such voice.'
          return String(body.input).length > 4_096 ? 'The input is too long.' : undefined
        },
        answer: () => undefined,
        refusal: error,
      }),
  },
  {
    node: 'elevenlabs',
    setting: 'textToSpeech',
    values: { voice: 'v/1' },
    credential: { elevenLabsApiKey: KEY },
    host: 'api.elevenlabs.io',
    startFake: () =>
      startFakeSpeech({
        key: ['xi-api-key', KEY],
        wrong: ({ path, body }) => {
          if (path !== '/v1/text-to-speech/v%2F1/stream?output_format=mp3_44100_128')
            return `Not found: ${path}`
          return body.model_id === 'eleven_multilingual_v2' ? undefined : 'There is no such model.'
        },
        answer: () => undefined,
        refusal: (message) => ({ detail: { message } }),
      }),
  },
]
