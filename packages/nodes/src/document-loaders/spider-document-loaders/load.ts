import { authoriseRequest, listAt, readJsonParam, readNumber, readText, textAt } from '@runnel/node-kit'
import { loadFromServer, readAddress } from '../server-loader.ts'

/** The pages that Spider reads, a document for each. */
export const loadPages = loadFromServer({
  label: 'Spider',
  authorise: ({ spiderApiKey = '' }) => authoriseRequest({ token: spiderApiKey }),
  first(component) {
    const { values } = component
    const isCrawl = readText(values, 'mode') === 'crawl'
    return {
      url: 'https://api.spider.cloud/crawl',
      json: {
        return_format: 'markdown',
        ...readJsonParam(component, 'params'),
        url: readAddress(component, 'url', 'https://example.com').href,
        limit: isCrawl ? Math.max(1, readNumber(values, 'limit') ?? 25) : 1,
      },
      timeoutMs: 300_000,
    }
  },
  read: (answer) => ({
    documents: listAt(answer).map((page) => ({
      pageContent: textAt(page, 'content'),
      metadata: { source: textAt(page, 'url') },
    })),
  }),
})
