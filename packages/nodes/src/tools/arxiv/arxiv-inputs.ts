import type { InputDefinition } from '@runnel/contract'

const extra = { optional: true, additionalParams: true } as const

/** The settings of a search on arXiv. */
export const arxivInputs: InputDefinition[] = [
  {
    label: 'Name',
    name: 'arxivName',
    type: 'string',
    default: 'arxiv_search',
    description: 'What the model calls the tool',
    ...extra,
  },
  {
    label: 'Description',
    name: 'arxivDescription',
    type: 'string',
    rows: 4,
    default:
      'Finds scientific articles on arXiv: physics, mathematics, computer science, biology, finance, statistics. The input is a search query, or ids of articles.',
    description: 'What the tool does: the model decides by it when to call it',
    ...extra,
  },
  {
    label: 'Top K Results',
    name: 'topKResults',
    type: 'number',
    default: 3,
    min: 1,
    max: 50,
    description: 'How many articles are found',
    ...extra,
  },
  {
    label: 'Max Query Length',
    name: 'maxQueryLength',
    type: 'number',
    default: 300,
    min: 1,
    description: 'Longer queries are cut, in characters',
    ...extra,
  },
  {
    label: 'Max Content Length',
    name: 'docContentCharsMax',
    type: 'number',
    default: 10_000,
    min: 1,
    description: 'How much the model sees, in characters',
    ...extra,
  },
  {
    label: 'Load Full Content',
    name: 'loadFullContent',
    type: 'boolean',
    default: false,
    description: 'The texts of the articles, beside their summaries; slow',
    ...extra,
  },
  {
    label: 'Continue On Failure',
    name: 'continueOnFailure',
    type: 'boolean',
    default: false,
    description: 'An article whose text cannot be read is given by its summary',
    ...extra,
  },
  {
    label: 'Use Legacy Build',
    name: 'legacyBuild',
    type: 'boolean',
    default: false,
    description: 'Without effect; kept for imported flows',
    ...extra,
  },
]
