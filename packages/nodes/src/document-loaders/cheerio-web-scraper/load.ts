import { errorMessage, RunnelError } from '@runnel/contract'
import { pageSteps, selectionSteps } from '@runnel/markup'
import { gatherInTurns, gatherOne, readText } from '@runnel/node-kit'
import { type CrawledPage, crawlPages, readCrawl } from '../crawl-pages.ts'
import type { LoadPlain } from '../finish-documents.ts'

/** Pages of a host, a document for each. */
export const loadPages: LoadPlain = async function* (component, call, choice) {
  const selector = readText(component.values, 'selector').trim()
  if (selector !== '') await pick('', selector)
  const describe = async ({ url, markup }: CrawledPage) => ({
    pageContent: await pick(markup, selector),
    metadata: { source: url },
  })
  yield* crawlPages({ crawl: readCrawl(component), describe, choice }, component, call)
}

async function pick(markup: string, selector: string): Promise<string> {
  if (selector === '') return (await gatherOne(pageSteps(markup))).text
  try {
    const [text = ''] = await gatherInTurns(selectionSteps(markup, selector))
    return text
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
