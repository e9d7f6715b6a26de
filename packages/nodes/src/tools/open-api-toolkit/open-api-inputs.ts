import type { InputDefinition } from '@runnel/contract'

const DOCUMENT = ['inputType', 'openApiFile', 'openApiLink']

/** Where the document is, what of it is offered, and how it is called. */
export const openApiInputs: InputDefinition[] = [
  {
    label: 'Input Type',
    name: 'inputType',
    type: 'options',
    options: [
      { label: 'Upload File', name: 'file' },
      { label: 'Provide Link', name: 'link' },
    ],
    default: 'file',
    description: 'Where the OpenAPI document comes from',
  },
  {
    label: 'OpenAPI File',
    name: 'openApiFile',
    type: 'file',
    fileType: '.yaml,.json',
    description: 'OpenAPI 3, as JSON (up to 8 MB) or YAML (up to 300 kB)',
    namesNoHost: true,
    show: { inputType: 'file' },
  },
  {
    label: 'OpenAPI Link',
    name: 'openApiLink',
    type: 'string',
    placeholder: 'https://api.example.com/openapi.yaml',
    description: 'Read anew in each run, without the credential',
    show: { inputType: 'link' },
  },
  {
    label: 'Server',
    name: 'selectedServer',
    type: 'asyncOptions',
    loadMethod: 'listServers',
    loadsFrom: DOCUMENT,
    freeSolo: true,
    description:
      'Where the API is; empty means the first server of the document. Must be chosen where a credential or headers are sent',
    optional: true,
    identifies: true,
  },
  {
    label: 'Available Endpoints',
    name: 'selectedEndpoints',
    type: 'asyncMultiOptions',
    loadMethod: 'listEndpoints',
    loadsFrom: DOCUMENT,
    description: 'Which calls become tools; all of them when none is chosen',
    optional: true,
  },
  {
    label: 'Return Direct',
    name: 'returnDirect',
    type: 'boolean',
    description: 'The answer of the API is the answer of the agent',
    optional: true,
  },
  {
    label: 'Headers',
    name: 'headers',
    type: 'json',
    description: 'Sent with every request, never shown to the model. A key is better kept in a credential',
    namesNoHost: true,
    additionalParams: true,
    optional: true,
  },
  {
    label: 'Remove null parameters',
    name: 'removeNulls',
    type: 'boolean',
    description: 'Leaves out what the model says to be null',
    optional: true,
  },
  {
    label: 'Custom Code',
    name: 'customCode',
    type: 'code',
    description:
      'Runs in the sandbox in place of the request, and returns a text. It reads $url, $options, $PathParameters, $QueryParameters, $RequestBody, $flow and $vars; it does not get the credential',
    placeholder: 'const response = await fetch($url, $options)\nreturn await response.text()',
    namesNoHost: true,
    optional: true,
    additionalParams: true,
  },
]
