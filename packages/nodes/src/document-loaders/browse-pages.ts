import type { PageMoment, PageRequest } from '@runnel/contract'
import { type Component, type Document, readText } from '@runnel/node-kit'
import { type CrawledPage, crawlPages, readCrawl } from './crawl-pages.ts'
import type { LoadPlain } from './finish-documents.ts'

/** Pages of a host as the operator's browser shows them, a document of HTML for each. */
export const browsePages: LoadPlain = async function* (component, call, choice) {
  const asked = readRequest(component)
  const open = (url: string) => call.browser.readPage({ ...asked, url })
  yield* crawlPages({ crawl: { ...readCrawl(component), open }, describe, choice }, component, call)
}

const describe = ({ url, markup }: CrawledPage): Document => ({
  pageContent: markup,
  metadata: { source: url },
})

/** What flows call the moments; any other text is none of them. */
const MOMENTS: Readonly<Record<string, PageMoment>> = {
  commit: 'commit',
  domcontentloaded: 'domcontentloaded',
  load: 'load',
  networkidle: 'networkidle0',
  networkidle0: 'networkidle0',
  networkidle2: 'networkidle2',
}

function readRequest({ values }: Component): Omit<PageRequest, 'url'> {
  const wanted = readText(values, 'waitUntilGoToOption')
  const waitForSelector = readText(values, 'waitForSelector').trim()
  const selector = readText(values, 'cssSelector').trim()
  return {
    waitUntil: (Object.hasOwn(MOMENTS, wanted) && MOMENTS[wanted]) || 'load',
    ...(waitForSelector !== '' && { waitForSelector }),
    ...(selector !== '' && { selector }),
  }
}
