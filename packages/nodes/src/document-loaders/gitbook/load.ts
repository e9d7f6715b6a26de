import { readPage, selectText } from '@runnel/markup'
import { readSwitch } from '@runnel/node-kit'
import { crawlPages } from '../crawl-pages.ts'
import type { LoadPlain } from '../finish-documents.ts'
import { readAddress } from '../server-loader.ts'

/** The main part of pages, a document for each. */
export const loadGitbook: LoadPlain = async (component, call) => {
  const start = readAddress(component, 'webPath', 'https://docs.example.com/product')
  const isWhole = readSwitch(component.values, 'shouldLoadAllPaths')
  const pages = await crawlPages(
    { start, by: isWhole ? 'sitemap' : 'none', most: Number.POSITIVE_INFINITY },
    component,
    call,
  )
  return pages.map(({ url, markup }) => {
    const { title, text } = readPage(markup)
    return { pageContent: selectText(markup, 'main') ?? text, metadata: { source: url, title } }
  })
}
