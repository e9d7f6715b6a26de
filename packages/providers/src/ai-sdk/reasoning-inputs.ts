import type { InputDefinition } from '@runnel/contract'

/** How OpenAI's models reason, wherever they run. */
export const reasoningInputs: InputDefinition[] = [
  {
    label: 'Reasoning',
    name: 'reasoning',
    type: 'boolean',
    overridable: true,
    default: false,
    description: 'Treat the model as one that reasons, also when its name does not say so',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Reasoning Effort',
    name: 'reasoningEffort',
    type: 'options',
    overridable: true,
    options: [
      { label: 'Low', name: 'low' },
      { label: 'Medium', name: 'medium' },
      { label: 'High', name: 'high' },
      { label: 'Extra High', name: 'xhigh' },
    ],
    additionalParams: true,
    show: { reasoning: true },
  },
  {
    label: 'Reasoning Summary',
    name: 'reasoningSummary',
    type: 'options',
    overridable: true,
    options: [
      { label: 'Auto', name: 'auto' },
      { label: 'Concise', name: 'concise' },
      { label: 'Detailed', name: 'detailed' },
    ],
    description:
      'What the model tells of its thoughts. At another address than the vendor’s own nothing is asked',
    additionalParams: true,
    show: { reasoning: true },
  },
]
