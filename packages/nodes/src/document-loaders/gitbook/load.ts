import { readPage, selectText } from '@runnel/markup'
import { readSwitch } from '@runnel/node-kit'
import { crawlPages } from '../crawl-pages.ts'
import type { LoadPlain } from '../finish-documents.ts'
import { readAddress } from '../server-loader.ts'

/** The main part of pages, a document for each. */
export const loadGitbook: LoadPlain = async function* (component, call) {
  const start = readAddress(component, 'webPath', 'https://docs.example.com/product')
  const isWhole = readSwitch(component.values, 'shouldLoadAllPaths')
  const crawl = { start, by: isWhole ? 'sitemap' : 'none', most: Number.POSITIVE_INFINITY } as const
  for await (const { url, markup } of crawlPages(crawl, component, call)) {
    const { title, text } = readPage(markup)
    yield [{ pageContent: selectText(markup, 'main') ?? text, metadata: { source: url, title } }]
  }
}
