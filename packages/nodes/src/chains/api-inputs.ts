import type { InputDefinition } from '@runnel/contract'

/** The params of a chain that calls an API; `urlPrompt` is what its model is told to begin with. */
export const apiInputs = (prompts: { urlPrompt: string; ansPrompt: string }): InputDefinition[] => [
  {
    label: 'API Documentation',
    name: 'apiDocs',
    type: 'string',
    rows: 4,
    description:
      'How the API is called, with its whole addresses: only servers that are named here are called. Open-Meteo has an example at https://open-meteo.com/en/docs',
  },
  {
    label: 'Headers',
    name: 'headers',
    type: 'json',
    description: 'Sent with every request, such as {"Accept-Language": "de"}',
    additionalParams: true,
    optional: true,
  },
  {
    label: 'URL Prompt',
    name: 'urlPrompt',
    type: 'string',
    overridable: true,
    rows: 4,
    default: prompts.urlPrompt,
    description: 'How the model is asked for the request; {api_docs} and {question} are filled in',
    additionalParams: true,
  },
  {
    label: 'Answer Prompt',
    name: 'ansPrompt',
    type: 'string',
    overridable: true,
    rows: 4,
    default: prompts.ansPrompt,
    description:
      'How the model is asked for the answer; {api_docs}, {question}, the request and {api_response} are filled in',
    additionalParams: true,
  },
]
