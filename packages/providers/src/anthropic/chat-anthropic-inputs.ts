import type { InputDefinition } from '@runnel/contract'

/** Whether and how much the model thinks before it answers. */
export const thinkingInputs: InputDefinition[] = [
  {
    label: 'Extended Thinking',
    name: 'extendedThinking',
    type: 'boolean',
    overridable: true,
    description: 'The model thinks before it answers, within a budget',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Budget Tokens',
    name: 'budgetTokens',
    type: 'number',
    overridable: true,
    step: 1,
    default: 1024,
    description: 'How much the model may think, in tokens; at least 1024',
    optional: true,
    additionalParams: true,
    show: { extendedThinking: true },
  },
  {
    label: 'Adaptive Thinking',
    name: 'adaptiveThinking',
    type: 'boolean',
    overridable: true,
    default: false,
    description: 'The model decides itself how much to think. Models up to 4.5 use the budget instead',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Thinking Effort',
    name: 'thinkingEffort',
    type: 'options',
    overridable: true,
    options: [
      { label: 'Low', name: 'low' },
      { label: 'Medium', name: 'medium' },
      { label: 'High', name: 'high' },
      { label: 'Max', name: 'max' },
    ],
    description: 'How hard the model thinks',
    optional: true,
    additionalParams: true,
    show: { adaptiveThinking: true },
  },
]

/** How long and how varied the answer is, what is cached, and where calls go. */
export const answerInputs: InputDefinition[] = [
  {
    label: 'Max Tokens',
    name: 'maxTokensToSample',
    type: 'number',
    overridable: true,
    step: 1,
    description: 'How long an answer may become, in tokens',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Top P',
    name: 'topP',
    type: 'number',
    overridable: true,
    step: 0.1,
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Top K',
    name: 'topK',
    type: 'number',
    overridable: true,
    step: 1,
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Prompt Caching',
    name: 'promptCaching',
    type: 'boolean',
    overridable: true,
    default: true,
    description:
      'Anthropic keeps prompts with tools or a history for five minutes: asked again, they cost a tenth',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'BasePath',
    name: 'basepath',
    type: 'string',
    placeholder: 'https://api.anthropic.com/v1',
    description: 'Address of a gateway that speaks the protocol of Anthropic',
    optional: true,
    additionalParams: true,
  },
]
