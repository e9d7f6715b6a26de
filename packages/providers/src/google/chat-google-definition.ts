import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  streamingInput,
  temperatureFrom,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import { customModelInput, safetyInput, thinkingInputs } from './gemini-inputs.ts'
import { GEMINI_SOUNDS } from './gemini-options.ts'

/** The chat models of Gemini. */
export const chatGoogleGenerativeAIDefinition = chatModelDefinition({
  name: 'chatGoogleGenerativeAI',
  label: 'Google Gemini',
  version: 3.1,
  type: 'ChatGoogleGenerativeAI',
  description: 'Gemini, the chat models of Google: they think, see images and documents, and hear',
  credentialName: 'googleGenerativeAI',
  sendsCredentialTo: ['baseUrl'],
  inputs: [
    cacheInput,
    modelInput({ lists: true, initial: 'gemini-2.5-flash' }),
    customModelInput,
    temperatureFrom(0.9),
    streamingInput,
    imagesInput([...IMAGES, 'application/pdf', ...GEMINI_SOUNDS]),
    ...thinkingInputs,
    { ...maxTokensInput, name: 'maxOutputTokens', label: 'Max Output Tokens' },
    topPInput,
    { ...topPInput, label: 'Top K', name: 'topK', step: 1 },
    safetyInput,
    addressInput('baseUrl', 'https://generativelanguage.googleapis.com/v1beta'),
  ],
})
