import { isRunnelError, RunnelError } from '@runnel/contract'
import { listNewLinks, readPage, readSitemap, withoutFragment } from '@runnel/markup'
import { type CallContext, type Component, readNumber, readText } from '@runnel/node-kit'
import { askLoader, readAddress } from './server-loader.ts'

/** A page of the web as it was read. */
export interface CrawledPage {
  url: string
  markup: string
}

/** What is read at an address, and what it links to. */
interface ReadPage {
  markup: string
  links: readonly string[]
}

/** Which pages are read beside the first, and how. */
export interface Crawl {
  start: URL
  by: 'links' | 'sitemap' | 'none'
  /** How many pages at most. */
  most: number
  /** Opens an address; fetched as it comes when not said. */
  open?(url: string): Promise<ReadPage>
}

const DEFAULT_LIMIT = 10
const LONGEST_MARKUP = 2_000_000
const MOST_PAGES = 500
const MOST_SITEMAPS = 50

/** Which pages the params of `crawlInputs` ask for, from the address in the param `url` on. */
export function readCrawl(component: Component): Crawl {
  const { values } = component
  const method = readText(values, 'relativeLinksMethod')
  const limit = readNumber(values, 'limit') ?? DEFAULT_LIMIT
  return {
    start: readAddress(component, 'url', 'https://example.com/docs'),
    by: method === 'webCrawl' ? 'links' : method === 'scrapeXMLSitemap' ? 'sitemap' : 'none',
    most: limit <= 0 ? Number.POSITIVE_INFINITY : Math.floor(limit),
  }
}

/**
 * Reads pages of one host, each once, until there are enough, and gives each as it comes. A page beside the first that cannot be read is left out.
 * @throws RunnelError when the first one cannot be read
 */
export async function* crawlPages(
  { start, by, most, open }: Crawl,
  component: Component,
  call: CallContext,
): AsyncGenerator<CrawledPage> {
  const first = withoutFragment(start)
  const limit = by === 'none' ? 1 : Math.min(most, MOST_PAGES)
  const queue = by === 'sitemap' ? await listSitemap(start, component, call) : [first]
  const known = new Set(queue)
  const readAt = open ?? (async (url: string) => asRead(await fetchPage(url, component, call), by))
  let count = 0
  for (const url of queue) {
    if (count >= limit) return
    const page = await readAt(url).catch((error: unknown) => {
      if (count === 0 || call.signal.aborted || isOfUs(error)) throw error
      return undefined
    })
    if (page === undefined) continue
    count += 1
    yield { url, markup: page.markup }
    if (by === 'links') queue.push(...takeNew(page.links, { from: url, known }))
  }
}

/** The links that are not known yet; from now on they are. */
function takeNew(links: readonly string[], { from, known }: { from: string; known: Set<string> }): string[] {
  const fresh = known.size > MOST_PAGES * 10 ? [] : listNewLinks(links, { from, known })
  for (const link of fresh) known.add(link)
  return fresh
}

function asRead(markup: string, by: Crawl['by']): ReadPage {
  return { markup, links: by === 'links' ? readPage(markup).links : [] }
}

/** What is not the fault of one page, but of what was asked, or of what opens pages. */
function isOfUs(error: unknown): boolean {
  return isRunnelError(error) && ['invalid_input', 'unavailable'].includes(error.code)
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
