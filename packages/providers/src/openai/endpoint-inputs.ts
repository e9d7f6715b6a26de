import type { InputDefinition } from '@runnel/contract'
import { addressInput, baseOptionsInput } from '../ai-sdk/chat-inputs.ts'

/** Where calls of OpenAI's nodes go, and with which headers. */
export const endpointInputs: InputDefinition[] = [
  {
    ...addressInput('basepath', 'https://api.openai.com/v1'),
    label: 'BasePath',
    description: 'Address of another server that speaks the protocol of OpenAI chat completions',
  },
  baseOptionsInput,
]
