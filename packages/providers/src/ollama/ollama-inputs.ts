import type { InputDefinition } from '@runnel/contract'
import {
  addressInput,
  maxTokensInput,
  modelInput,
  stopSequenceInput,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'

/** Where the server is. */
export const ollamaAddressInput: InputDefinition = {
  ...addressInput('baseUrl', 'http://localhost:11434'),
  label: 'Base URL',
  default: 'http://localhost:11434',
  description: 'Address of the server that runs Ollama',
  optional: false,
  additionalParams: false,
}

/** A model that the server has. */
export const ollamaModelInput = modelInput({ lists: true })

const whole = (name: string, label: string, description: string): InputDefinition => ({
  ...maxTokensInput,
  name,
  label,
  description,
})

const part = (name: string, label: string, description: string): InputDefinition => ({
  ...topPInput,
  name,
  label,
  description,
})

/** How a model is loaded: what it holds at once, and on what it runs. */
export const numGpuInput = whole('numGpu', 'Number of GPU', 'How many layers of the model go to the GPU')
export const numThreadInput = whole('numThread', 'Number of Thread', 'How many threads compute')

/** Options that Ollama hands to the model, in the reference's order. */
export const ollamaSamplingInputs: InputDefinition[] = [
  topPInput,
  part('topK', 'Top K', 'How many of the likeliest tokens are considered'),
  whole('mirostat', 'Mirostat', '0 for off, 1 for Mirostat, 2 for Mirostat 2.0'),
  part('mirostatEta', 'Mirostat ETA', 'How quickly Mirostat follows the text so far'),
  part('mirostatTau', 'Mirostat TAU', 'Lower keeps the text more focused'),
  whole('numCtx', 'Context Window Size', 'How many tokens the model has in view'),
  numGpuInput,
  numThreadInput,
  whole('repeatLastN', 'Repeat Last N', 'How far back repetition is looked for; -1 for the whole context'),
  part('repeatPenalty', 'Repeat Penalty', 'How much repetition counts against a token'),
  { ...stopSequenceInput, name: 'stop' },
  part('tfsZ', 'Tail Free Sampling', '1 for off; higher values cut more unlikely tokens off'),
]
