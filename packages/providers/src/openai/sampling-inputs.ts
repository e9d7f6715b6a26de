import type { InputDefinition } from '@runnel/contract'

/** Params that the two OpenAI models have in common, in the reference's order. */

export const cacheInput: InputDefinition = {
  label: 'Cache',
  name: 'cache',
  type: 'BaseCache',
  optional: true,
}

export const temperatureInput: InputDefinition = {
  label: 'Temperature',
  name: 'temperature',
  type: 'number',
  overridable: true,
  step: 0.1,
  default: 0.9,
  description: '0 keeps to the most likely words, higher values vary more. Reasoning models take none',
  optional: true,
}

export const streamingInput: InputDefinition = {
  label: 'Streaming',
  name: 'streaming',
  readAs: 'streaming',
  type: 'boolean',
  overridable: true,
  default: true,
  optional: true,
  additionalParams: true,
}

export const samplingInputs: InputDefinition[] = [
  {
    label: 'Max Tokens',
    name: 'maxTokens',
    type: 'number',
    overridable: true,
    step: 1,
    description: 'How long an answer may become, in tokens',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Top Probability',
    name: 'topP',
    type: 'number',
    overridable: true,
    step: 0.1,
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Frequency Penalty',
    name: 'frequencyPenalty',
    type: 'number',
    overridable: true,
    step: 0.1,
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Presence Penalty',
    name: 'presencePenalty',
    type: 'number',
    overridable: true,
    step: 0.1,
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Timeout',
    name: 'timeout',
    type: 'number',
    overridable: true,
    step: 1,
    description: 'How long the model may take to begin its answer, in milliseconds',
    optional: true,
    additionalParams: true,
  },
]

export const endpointInputs: InputDefinition[] = [
  {
    label: 'BasePath',
    name: 'basepath',
    type: 'string',
    placeholder: 'https://api.openai.com/v1',
    description: 'Address of another server that speaks the protocol of OpenAI chat completions',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'BaseOptions',
    name: 'baseOptions',
    type: 'json',
    namesNoHost: true,
    description: 'Extra HTTP headers, such as {"X-Team": "research"}',
    optional: true,
    additionalParams: true,
  },
]
