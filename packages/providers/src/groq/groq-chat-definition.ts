import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'

/** The chat models that Groq serves. */
export const groqChatDefinition = chatModelDefinition({
  name: 'groqChat',
  label: 'Groq',
  version: 4,
  type: 'GroqChat',
  description: 'Open models, served quickly by Groq',
  credentialName: 'groqApi',
  isCredentialOptional: true,
  inputs: [
    cacheInput,
    modelInput({ lists: true }),
    temperatureFrom(0.9),
    maxTokensInput,
    streamingInput,
    imagesInput(IMAGES),
  ],
})
