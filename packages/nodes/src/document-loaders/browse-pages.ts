import type { PageMoment, PageRequest } from '@runnel/contract'
import { type Component, readText } from '@runnel/node-kit'
import { crawlPages, readCrawl } from './crawl-pages.ts'
import type { LoadPlain } from './finish-documents.ts'

/** Pages of a host as the operator's browser shows them, a document of HTML for each. */
export const browsePages: LoadPlain = async function* (component, call) {
  const asked = readRequest(component)
  const open = (url: string) => call.browser.readPage({ ...asked, url })
  for await (const { url, markup } of crawlPages({ ...readCrawl(component), open }, component, call)) {
    yield [{ pageContent: markup, metadata: { source: url } }]
  }
}

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
