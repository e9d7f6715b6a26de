import { errorMessage, RunnelError } from '@runnel/contract'
import { readPage, selectText } from '@runnel/markup'
import { readNumber, readText } from '@runnel/node-kit'
import { crawlPages } from '../crawl-pages.ts'
import type { LoadPlain } from '../finish-documents.ts'
import { readAddress } from '../server-loader.ts'

const DEFAULT_LIMIT = 10

/** Pages of a host, a document for each. */
export const loadPages: LoadPlain = async (component, call) => {
  const { values } = component
  const start = readAddress(component, 'url', 'https://example.com/docs')
  const method = readText(values, 'relativeLinksMethod')
  const by = method === 'webCrawl' ? 'links' : method === 'scrapeXMLSitemap' ? 'sitemap' : 'none'
  const limit = readNumber(values, 'limit') ?? DEFAULT_LIMIT
  const most = limit <= 0 ? Number.POSITIVE_INFINITY : Math.floor(limit)
  const selector = readText(values, 'selector').trim()
  if (selector !== '') pick('', selector)
  const pages = await crawlPages({ start, by, most }, component, call)
  return pages.map(({ url, markup }) => ({ pageContent: pick(markup, selector), metadata: { source: url } }))
}

function pick(markup: string, selector: string): string {
  if (selector === '') return readPage(markup).text
  try {
    return selectText(markup, selector) ?? ''
  } catch (cause) {
    throw new RunnelError(
      'invalid_input',
      `The selector “${selector}” cannot be used: ${errorMessage(cause)}.`,
      {
        cause,
        issues: [{ path: 'selector', message: 'Use tags, .classes, #ids and [attributes].' }],
      },
    )
  }
}
