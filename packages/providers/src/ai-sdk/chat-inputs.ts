import type { InputDefinition } from '@runnel/contract'

/** Params that chat models have in common, under the reference's names. */

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
  description: '0 keeps to the most likely words, higher values vary more. Reasoning models take none',
  optional: true,
}

/** `initial` is what a new node begins with. */
export const temperatureFrom = (initial: number): InputDefinition => ({
  ...temperatureInput,
  default: initial,
})

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

export const maxTokensInput: InputDefinition = {
  label: 'Max Tokens',
  name: 'maxTokens',
  type: 'number',
  overridable: true,
  step: 1,
  description: 'How long an answer may become, in tokens',
  optional: true,
  additionalParams: true,
}

export const topPInput: InputDefinition = {
  label: 'Top Probability',
  name: 'topP',
  type: 'number',
  overridable: true,
  step: 0.1,
  optional: true,
  additionalParams: true,
}

export const frequencyPenaltyInput: InputDefinition = {
  label: 'Frequency Penalty',
  name: 'frequencyPenalty',
  type: 'number',
  overridable: true,
  step: 0.1,
  optional: true,
  additionalParams: true,
}

export const presencePenaltyInput: InputDefinition = {
  label: 'Presence Penalty',
  name: 'presencePenalty',
  type: 'number',
  overridable: true,
  step: 0.1,
  optional: true,
  additionalParams: true,
}

export const timeoutInput: InputDefinition = {
  label: 'Timeout',
  name: 'timeout',
  type: 'number',
  overridable: true,
  step: 1,
  description: 'How long the model may take to begin its answer, in milliseconds',
  optional: true,
  additionalParams: true,
}

/** What most vendors let an author choose, in the reference's order. */
export const samplingInputs: InputDefinition[] = [
  maxTokensInput,
  topPInput,
  frequencyPenaltyInput,
  presencePenaltyInput,
  timeoutInput,
]

/** A param of the old completions, which models that answer in chats do not know: flows that hold it keep it. */
export const keptInput = (name: string, label: string): InputDefinition => ({
  label,
  name,
  type: 'number',
  step: 1,
  description: 'Kept for imported flows: models that answer in chats know no such choice',
  optional: true,
  additionalParams: true,
})

/** The address of another server that speaks the vendor's protocol. Name the param in `sendsCredentialTo`. */
export const addressInput = (name: string, placeholder: string): InputDefinition => ({
  label: 'Base Path',
  name,
  type: 'string',
  placeholder,
  description: 'Address of another server that speaks this protocol',
  optional: true,
  additionalParams: true,
})

export const baseOptionsInput: InputDefinition = {
  label: 'BaseOptions',
  name: 'baseOptions',
  type: 'json',
  namesNoHost: true,
  description: 'Extra HTTP headers, such as {"X-Team": "research"}',
  optional: true,
  additionalParams: true,
}

/** Lets images through; `mediaTypes` are those that the chat then takes. */
export const imagesInput = (mediaTypes: string[]): InputDefinition => ({
  label: 'Allow Image Uploads',
  name: 'allowImageUploads',
  type: 'boolean',
  overridable: true,
  default: false,
  description: 'Lets images through to the model',
  opensMedia: mediaTypes,
  optional: true,
})

/** Recordings that servers of chat completions take which hear at all. */
export const SOUNDS = ['audio/wav', 'audio/mpeg']

/** Lets recordings through to the model as they are, of those types. */
export const soundsInput = (mediaTypes: string[]): InputDefinition => ({
  label: 'Allow Audio Uploads',
  name: 'allowAudioUploads',
  type: 'boolean',
  overridable: true,
  default: false,
  description:
    'Lets recordings through to the model, if it hears. What is spoken goes as text where the flow writes speech down',
  opensMedia: mediaTypes,
  optional: true,
})

/** Images that nearly all models which see take. */
export const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** The name of a model: chosen from a list where the node has `listModels`, typed where it has none. */
export const modelInput = (facts: { name?: string; lists?: boolean; initial?: string }): InputDefinition => ({
  label: 'Model Name',
  name: facts.name ?? 'modelName',
  identifies: true,
  type: facts.lists ? 'asyncOptions' : 'string',
  overridable: true,
  ...(facts.lists ? { loadMethod: 'listModels', freeSolo: true } : {}),
  ...(facts.initial === undefined ? {} : { default: facts.initial }),
})

/** Texts at which a model stops. */
export const stopSequenceInput: InputDefinition = {
  label: 'Stop Sequence',
  name: 'stopSequence',
  type: 'string',
  overridable: true,
  rows: 4,
  description: 'Texts at which the model stops, separated by commas',
  optional: true,
  additionalParams: true,
}
