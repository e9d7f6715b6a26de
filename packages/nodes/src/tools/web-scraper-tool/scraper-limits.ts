/** How far a scraper goes where its author says nothing, and at most. */
export const LIMITS = {
  maxDepth: { usual: 1, most: 5 },
  maxPages: { usual: 10, most: 100 },
  timeoutS: { usual: 60, most: 300 },
} as const

/** What a model is told of the tool where its author says nothing. */
export const SCRAPER_DESCRIPTION =
  'Reads a page of the web, and pages that it links to. The input is one address; the answer is JSON with title, description and text of each page.'
