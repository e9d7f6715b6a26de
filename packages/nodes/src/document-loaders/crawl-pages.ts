import { RunnelError } from '@runnel/contract'
import { listNewLinks, readPage, readSitemap, withoutFragment } from '@runnel/markup'
import type { CallContext, Component } from '@runnel/node-kit'
import { askLoader } from './server-loader.ts'

/** A page of the web as it came. */
export interface CrawledPage {
  url: string
  markup: string
}

/** Which pages are read beside the first. */
export interface Crawl {
  start: URL
  by: 'links' | 'sitemap' | 'none'
  /** How many pages at most. */
  most: number
}

const LONGEST_MARKUP = 2_000_000
const MOST_PAGES = 500
const MOST_SITEMAPS = 50

/**
 * Reads pages of one host, each once, until there are enough. A page beside the first that cannot be read is left out.
 * @throws RunnelError when the first one cannot be read
 */
export async function crawlPages(
  { start, by, most }: Crawl,
  component: Component,
  call: CallContext,
): Promise<CrawledPage[]> {
  const first = withoutFragment(start)
  const limit = by === 'none' ? 1 : Math.min(most, MOST_PAGES)
  const queue = by === 'sitemap' ? await listSitemap(start, component, call) : [first]
  const known = new Set(queue)
  const pages: CrawledPage[] = []
  for (const url of queue) {
    if (pages.length >= limit) break
    const markup = await fetchPage(url, component, call).catch((error: unknown) => {
      if (pages.length === 0 || call.signal.aborted) throw error
      return undefined
    })
    if (markup === undefined) continue
    pages.push({ url, markup })
    if (by !== 'links' || known.size > MOST_PAGES * 10) continue
    for (const link of listNewLinks(readPage(markup).links, { from: url, known })) {
      known.add(link)
      queue.push(link)
    }
  }
  return pages
}

async function fetchPage(url: string, component: Component, call: CallContext): Promise<string> {
  const headers = { accept: 'text/html,text/plain;q=0.9,*/*;q=0.1' }
  const server = { label: new URL(url).host }
  const { body, isBase64, headers: told } = await askLoader({ url, headers }, { component, server, call })
  if (isBase64 !== true) return body.slice(0, LONGEST_MARKUP)
  const type = told['content-type'] ?? 'unknown'
  throw new RunnelError('upstream_error', `${url} is no page but a file of type ${type}.`)
}

/** The pages that the sitemap of a host lists, on this host; of a list of sitemaps those of each. */
async function listSitemap(start: URL, component: Component, call: CallContext): Promise<string[]> {
  const first = start.pathname.endsWith('.xml') ? start.href : new URL('/sitemap.xml', start.href).href
  const places: string[] = []
  const sitemaps = [first]
  for (const [index, url] of sitemaps.entries()) {
    if (index >= MOST_SITEMAPS) break
    const found = readSitemap(await fetchPage(url, component, call))
    const listed = listNewLinks(found.places.slice(0, MOST_PAGES * 10), {
      from: start.href,
      known: new Set(sitemaps),
    })
    const target = found.isIndex ? sitemaps : places
    target.push(...listed)
  }
  if (places.length > 0) return [...new Set(places)]
  throw new RunnelError('upstream_error', `${first} lists no pages of ${start.host}.`)
}
