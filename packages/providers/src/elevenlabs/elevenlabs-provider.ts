import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { speechDefinition, voiceInput } from '../ai-sdk/speech-definition.ts'

/** ElevenLabs. */
export const elevenLabsProvider: Provider = {
  name: 'elevenlabs',
  nodes: [
    defineNode({
      definition: speechDefinition('textToSpeech', {
        name: 'elevenlabs',
        label: 'ElevenLabs',
        description: 'Texts are read out by the voices of an ElevenLabs account',
        credentialName: 'elevenLabsApi',
        inputs: [
          voiceInput(''),
          {
            label: 'Model',
            name: 'model',
            type: 'string',
            default: 'eleven_multilingual_v2',
            description: 'The model that speaks',
            optional: true,
          },
        ],
      }),
      provides: {
        textToSpeech: async () => (await import('./open-elevenlabs-speaker.ts')).speakByElevenLabs,
      },
      load: { listVoices: async () => (await import('./list-elevenlabs-voices.ts')).listElevenLabsVoices },
    }),
  ],
  credentials: [
    keyCredential('elevenLabsApi', {
      label: 'Eleven Labs API',
      field: 'elevenLabsApiKey',
      test: {
        url: 'https://api.elevenlabs.io/v1/user',
        show: (key) => ({ headers: { 'xi-api-key': key } }),
      },
    }),
  ],
}
