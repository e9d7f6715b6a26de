import { errorMessage, RunnelError } from '@runnel/contract'
import { readPage, selectText } from '@runnel/markup'
import { readText } from '@runnel/node-kit'
import { type CrawledPage, crawlPages, readCrawl } from '../crawl-pages.ts'
import type { LoadPlain } from '../finish-documents.ts'

/** Pages of a host, a document for each. */
export const loadPages: LoadPlain = async function* (component, call, choice) {
  const selector = readText(component.values, 'selector').trim()
  if (selector !== '') pick('', selector)
  const describe = ({ url, markup }: CrawledPage) => ({
    pageContent: pick(markup, selector),
    metadata: { source: url },
  })
  yield* crawlPages({ crawl: readCrawl(component), describe, choice }, component, call)
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
