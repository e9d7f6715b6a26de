import type { InputDefinition } from '@runnel/contract'

const extra = { optional: true, additionalParams: true } as const

/** The settings of a search by Tavily. */
export const tavilyInputs: InputDefinition[] = [
  {
    label: 'Topic',
    name: 'topic',
    type: 'options',
    options: [
      { label: 'General', name: 'general' },
      { label: 'News', name: 'news' },
    ],
    default: 'general',
    description: 'News are found by their day',
    ...extra,
  },
  {
    label: 'Search Depth',
    name: 'searchDepth',
    type: 'options',
    options: [
      { label: 'Basic', name: 'basic' },
      { label: 'Advanced', name: 'advanced' },
    ],
    default: 'basic',
    description: 'An advanced search costs two credits',
    ...extra,
  },
  {
    label: 'Chunks Per Source',
    name: 'chunksPerSource',
    type: 'number',
    default: 3,
    min: 1,
    max: 3,
    description: 'Passages of each page; for advanced searches',
    ...extra,
  },
  { label: 'Max Results', name: 'maxResults', type: 'number', default: 5, min: 0, max: 20, ...extra },
  {
    label: 'Time Range',
    name: 'timeRange',
    type: 'options',
    options: [
      { label: 'Day', name: 'day' },
      { label: 'Week', name: 'week' },
      { label: 'Month', name: 'month' },
      { label: 'Year', name: 'year' },
    ],
    description: 'How old pages may be',
    ...extra,
  },
  {
    label: 'Days',
    name: 'days',
    type: 'number',
    default: 7,
    min: 1,
    description: 'How many days back; for news',
    ...extra,
  },
  {
    label: 'Include Answer',
    name: 'includeAnswer',
    type: 'boolean',
    default: false,
    description: 'An answer of Tavily’s own stands before the pages',
    ...extra,
  },
  {
    label: 'Include Raw Content',
    name: 'includeRawContent',
    type: 'boolean',
    default: false,
    description: 'Whole pages, instead of what fits of them',
    ...extra,
  },
  { label: 'Include Images', name: 'includeImages', type: 'boolean', default: false, ...extra },
  {
    label: 'Include Image Descriptions',
    name: 'includeImageDescriptions',
    type: 'boolean',
    default: false,
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
]
