import { pageSteps, selectionSteps } from '@runnel/markup'
import { type Document, gatherInTurns, gatherOne, readSwitch } from '@runnel/node-kit'
import { type CrawledPage, crawlPages } from '../crawl-pages.ts'
import type { LoadPlain } from '../finish-documents.ts'
import { readAddress } from '../server-loader.ts'

/** The main part of pages, a document for each. */
export const loadGitbook: LoadPlain = async function* (component, call, choice) {
  const start = readAddress(component, 'webPath', 'https://docs.example.com/product')
  const isWhole = readSwitch(component.values, 'shouldLoadAllPaths')
  const crawl = { start, by: isWhole ? 'sitemap' : 'none', most: Number.POSITIVE_INFINITY } as const
  yield* crawlPages({ crawl, describe, choice }, component, call)
}

async function describe({ url, markup }: CrawledPage): Promise<Document> {
  const { title, text } = await gatherOne(pageSteps(markup))
  const [main] = await gatherInTurns(selectionSteps(markup, 'main'))
  return { pageContent: main ?? text, metadata: { source: url, title } }
}
