import type { InputDefinition } from '@runnel/contract'

const extra = { optional: true, additionalParams: true } as const

/** The server of one's own, and the settings of a search by it. */
export const searXNGInputs: InputDefinition[] = [
  { label: 'Base URL', name: 'apiBase', type: 'string', default: 'http://localhost:8080', identifies: true },
  { label: 'Tool Name', name: 'toolName', type: 'string', default: 'searxng-search' },
  {
    label: 'Tool Description',
    name: 'toolDescription',
    type: 'string',
    rows: 3,
    default: 'Searches the web, for what is new too. The input is a search query.',
  },
  { label: 'Headers', name: 'headers', type: 'json', description: 'Sent with every search', ...extra },
  {
    label: 'Format',
    name: 'format',
    type: 'options',
    options: [
      { label: 'JSON', name: 'json', description: 'The server’s settings.yml must allow it' },
      { label: 'HTML', name: 'html', description: 'The text of the page of results' },
    ],
    default: 'json',
  },
  {
    label: 'Categories',
    name: 'categories',
    type: 'string',
    description: 'Such as general or news; commas between them',
    ...extra,
  },
  {
    label: 'Engines',
    name: 'engines',
    type: 'string',
    description: 'Such as wikipedia; commas between them',
    ...extra,
  },
  { label: 'Language', name: 'language', type: 'string', placeholder: 'en', ...extra },
  { label: 'Page No.', name: 'pageno', type: 'number', min: 1, ...extra },
  {
    label: 'Time Range',
    name: 'time_range',
    type: 'string',
    description: 'How old pages may be: day, month or year',
    ...extra,
  },
  {
    label: 'Safe Search',
    name: 'safesearch',
    type: 'number',
    min: 0,
    max: 2,
    description: '0 is none, 1 moderate, 2 strict',
    ...extra,
  },
]
