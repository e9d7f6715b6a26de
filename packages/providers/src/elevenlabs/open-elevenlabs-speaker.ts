import { RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import { openSpeaker } from '../ai-sdk/open-speaker.ts'
import { ELEVENLABS_HOME } from './elevenlabs-home.ts'

/** Reads texts out by the voices of ElevenLabs. */
export const speakByElevenLabs = openSpeaker({
  label: 'ElevenLabs',
  baseURL: ELEVENLABS_HOME,
  key: { field: 'elevenLabsApiKey', needed: 'always' },
  mostCharacters: 5_000,
  say: ({ baseURL, apiKey, values, send }, text) => {
    const voice = readText(values, 'voice')
    if (voice === '')
      throw new RunnelError('invalid_input', 'ElevenLabs has no voice. Choose one under Text to speech.')
    const url = `${baseURL}/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=mp3_44100_128`
    return send(url, {
      method: 'POST',
      headers: { 'xi-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ text, model_id: readText(values, 'model') || 'eleven_multilingual_v2' }),
    })
  },
})
