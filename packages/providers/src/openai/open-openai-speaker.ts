import { readText } from '@runnel/node-kit'
import { openSpeaker } from '../ai-sdk/open-speaker.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

const { label, baseURL } = OPENAI_HOME

/** Reads texts out by the voices of OpenAI. */
export const speakByOpenAI = openSpeaker({
  label,
  baseURL,
  key: OPENAI_KEY,
  mostCharacters: 4_000,
  say: ({ baseURL: home, apiKey, values, send }, input) =>
    send(`${home}/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: readText(values, 'model') || 'gpt-4o-mini-tts',
        voice: readText(values, 'voice') || 'alloy',
        input,
        response_format: 'mp3',
      }),
    }),
})
