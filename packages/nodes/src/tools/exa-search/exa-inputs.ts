import type { InputDefinition } from '@runnel/contract'

const extra = { optional: true, additionalParams: true } as const

/** What Exa can look among; names are Exa's. */
const CATEGORIES = [
  ['Company', 'company'],
  ['Research Paper', 'research paper'],
  ['News', 'news'],
  ['Github', 'github'],
  ['Tweet', 'tweet'],
  ['Movie', 'movie'],
  ['Song', 'song'],
  ['Pdf', 'pdf'],
  ['Personal Site', 'personal site'],
] as const

const dateInput = (label: string, name: string, description: string): InputDefinition => ({
  label,
  name,
  type: 'string',
  description,
  placeholder: '2026-01-01T00:00:00.000Z',
  ...extra,
})

/** The settings of a search by Exa. */
export const exaInputs: InputDefinition[] = [
  {
    label: 'Tool Description',
    name: 'description',
    type: 'string',
    rows: 3,
    default:
      'Searches the web by meaning. The input is a search query; the answer is JSON with the texts of pages.',
    description: 'What the tool does: the model decides by it when to call it',
  },
  {
    label: 'Num of Results',
    name: 'numResults',
    type: 'number',
    min: 1,
    max: 100,
    placeholder: '10',
    ...extra,
  },
  {
    label: 'Search Type',
    name: 'type',
    type: 'options',
    options: [
      { label: 'Keyword', name: 'keyword' },
      { label: 'Neural', name: 'neural' },
      { label: 'Auto', name: 'auto', description: 'Exa decides by the query' },
    ],
    ...extra,
  },
  {
    label: 'Use Auto Prompt',
    name: 'useAutoprompt',
    type: 'boolean',
    description: 'Exa words the query anew',
    ...extra,
  },
  {
    label: 'Category',
    name: 'category',
    type: 'options',
    options: CATEGORIES.map(([label, name]) => ({ label, name })),
    description: 'What to look among',
    ...extra,
  },
  {
    label: 'Include Domains',
    name: 'includeDomains',
    type: 'string',
    description: 'Only pages of these are found; commas between them',
    namesNoHost: true,
    ...extra,
  },
  {
    label: 'Exclude Domains',
    name: 'excludeDomains',
    type: 'string',
    description: 'Pages of these are not found; commas between them',
    namesNoHost: true,
    ...extra,
  },
  dateInput('Start Crawl Date', 'startCrawlDate', 'Pages that Exa saw first after this'),
  dateInput('End Crawl Date', 'endCrawlDate', 'Pages that Exa saw first before this'),
  dateInput('Start Published Date', 'startPublishedDate', 'Pages that were published after this'),
  dateInput('End Published Date', 'endPublishedDate', 'Pages that were published before this'),
]
