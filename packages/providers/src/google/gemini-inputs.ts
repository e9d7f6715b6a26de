import type { InputDefinition } from '@runnel/contract'

/** A model that is not in the list. */
export const customModelInput: InputDefinition = {
  label: 'Custom Model Name',
  name: 'customModelName',
  type: 'string',
  overridable: true,
  placeholder: 'gemini-2.5-pro-preview',
  description: 'Goes before the model that is chosen above',
  optional: true,
  additionalParams: true,
}

/** How much the model thinks; without either it does as it is made to, and its thoughts are not told. */
export const thinkingInputs: InputDefinition[] = [
  {
    label: 'Thinking Budget',
    name: 'thinkingBudget',
    type: 'number',
    overridable: true,
    step: 1,
    description: 'How many tokens the model may think: 0 for none, -1 for as many as it finds right',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Thinking Level',
    name: 'thinkingLevel',
    type: 'options',
    overridable: true,
    options: ['LOW', 'MEDIUM', 'HIGH'].map((name) => ({
      label: name.charAt(0) + name.slice(1).toLowerCase(),
      name,
    })),
    description: 'How hard models from Gemini 3 on think',
    optional: true,
    additionalParams: true,
  },
]

const HARMS = [
  ['HARM_CATEGORY_DANGEROUS_CONTENT', 'Dangerous'],
  ['HARM_CATEGORY_HARASSMENT', 'Harassment'],
  ['HARM_CATEGORY_HATE_SPEECH', 'Hate speech'],
  ['HARM_CATEGORY_SEXUALLY_EXPLICIT', 'Sexually explicit'],
  ['HARM_CATEGORY_CIVIC_INTEGRITY', 'Civic integrity'],
] as const

const THRESHOLDS = [
  ['BLOCK_NONE', 'Block none'],
  ['BLOCK_ONLY_HIGH', 'Block a few'],
  ['BLOCK_MEDIUM_AND_ABOVE', 'Block some'],
  ['BLOCK_LOW_AND_ABOVE', 'Block most'],
  ['HARM_BLOCK_THRESHOLD_UNSPECIFIED', 'As the model does'],
] as const

const optionsOf = (list: readonly (readonly [string, string])[]) =>
  list.map(([name, label]) => ({ name, label }))

/** What the vendor is to keep back. */
export const safetyInput: InputDefinition = {
  label: 'Safety Settings',
  name: 'safetySettings',
  type: 'array',
  array: [
    { label: 'Harm Category', name: 'harmCategory', type: 'options', options: optionsOf(HARMS) },
    {
      label: 'Harm Block Threshold',
      name: 'harmBlockThreshold',
      type: 'options',
      options: optionsOf(THRESHOLDS),
    },
  ],
  optional: true,
  additionalParams: true,
}
