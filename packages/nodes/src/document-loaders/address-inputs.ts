import type { InputDefinition } from '@runnel/contract'

/** How a loader of pages finds the others: by links, or by the sitemap. */
export const crawlInputs: InputDefinition[] = [
  {
    label: 'Get Relative Links Method',
    name: 'relativeLinksMethod',
    type: 'options',
    overridable: true,
    description: 'Which other pages of the same host are read; none when empty',
    options: [
      { label: 'Web Crawl', name: 'webCrawl', description: 'Those that the pages link to' },
      { label: 'Scrape XML Sitemap', name: 'scrapeXMLSitemap', description: 'Those that the sitemap lists' },
    ],
    default: 'webCrawl',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Get Relative Links Limit',
    name: 'limit',
    type: 'number',
    overridable: true,
    min: 0,
    default: 10,
    description: 'How many pages are read at most; 0 reads all, up to 500',
    readAs: 'pageLimit',
    optional: true,
    additionalParams: true,
  },
]

/** The pages that their author chose of a site: these are read, and none is looked for. */
export const chosenPagesInput: InputDefinition = {
  label: 'Pages',
  name: 'selectedLinks',
  type: 'addresses',
  loadsFrom: ['url', 'relativeLinksMethod', 'limit'],
  description:
    'Only these are read, as many as the limit allows; without any, those that are found from the URL on',
  optional: true,
}

/** How many pages are fetched: a preview fetches few. */
export const pageLimitInput = (...facts: Parameters<typeof limitInput>): InputDefinition => ({
  ...limitInput(...facts),
  readAs: 'pageLimit',
})

/** How many things are read. */
export const limitInput = (name: string, what: string, fallback?: number): InputDefinition => ({
  label: 'Limit',
  name,
  type: 'number',
  overridable: true,
  min: 0,
  ...(fallback !== undefined && { default: fallback }),
  description: what,
  optional: true,
  additionalParams: true,
})
