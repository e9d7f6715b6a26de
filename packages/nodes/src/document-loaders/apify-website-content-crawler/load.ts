import { authoriseRequest, listAt, readJsonParam, readNumber, readText, textAt } from '@runnel/node-kit'
import { loadFromServer, readNeeded } from '../server-loader.ts'

/** The pages that Apify crawls, a document for each. */
export const loadPages = loadFromServer({
  label: 'Apify',
  authorise: ({ apifyApiToken = '' }) => authoriseRequest({ token: apifyApiToken }),
  first(component) {
    const { values } = component
    const urls = readNeeded(component, 'urls', 'start URL')
      .split(',')
      .map((url) => ({ url: url.trim() }))
    return {
      url: 'https://api.apify.com/v2/acts/apify~website-content-crawler/run-sync-get-dataset-items',
      json: {
        ...readJsonParam(component, 'additionalInput'),
        startUrls: urls,
        crawlerType: readText(values, 'crawlerType') || 'playwright:firefox',
        maxCrawlDepth: readNumber(values, 'maxCrawlDepth') ?? 1,
        maxCrawlPages: Math.max(1, readNumber(values, 'maxCrawlPages') ?? 3),
      },
      timeoutMs: 300_000,
    }
  },
  read: (answer) => ({
    documents: listAt(answer).map((page) => ({
      pageContent: textAt(page, 'text'),
      metadata: { source: textAt(page, 'url') },
    })),
  }),
})
