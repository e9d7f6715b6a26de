import { defineNode } from '@runnel/node-kit'
import { listKnown } from '../ai-sdk/list-known.ts'
import {
  hearingTemperatureInput,
  hintInput,
  languageInput,
  speechDefinition,
  voiceInput,
} from '../ai-sdk/speech-definition.ts'
import { OPENAI_MARK } from './openai-mark.ts'

const VOICES = [
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'fable',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
]

/** What OpenAI hears and says. */
export const openAISpeech = [
  defineNode({
    definition: speechDefinition('speechToText', {
      name: 'openAIWhisper',
      label: 'OpenAI Whisper',
      description: 'Speech is written down by OpenAI',
      credentialName: 'openAIApi',
      inputs: [languageInput, hintInput, hearingTemperatureInput],
    }),
    provides: {
      speechToText: async () => (await import('./open-openai-transcriber.ts')).transcribeByOpenAI,
    },
    iconSvg: OPENAI_MARK,
  }),
  defineNode({
    definition: speechDefinition('textToSpeech', {
      name: 'openai',
      label: 'OpenAI voices',
      description: 'Texts are read out by OpenAI',
      credentialName: 'openAIApi',
      inputs: [
        voiceInput('alloy'),
        {
          label: 'Model',
          name: 'model',
          type: 'string',
          default: 'gpt-4o-mini-tts',
          description: 'The model that speaks',
          optional: true,
        },
      ],
    }),
    provides: { textToSpeech: async () => (await import('./open-openai-speaker.ts')).speakByOpenAI },
    load: { listVoices: async () => listKnown(VOICES) },
    iconSvg: OPENAI_MARK,
  }),
]
