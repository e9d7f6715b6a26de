import { endsTheRun, isRunnelError, type JsonValue, RunnelError } from '@runnel/contract'
import { listNewLinks, pageSteps, sitemapSteps, withoutFragment } from '@runnel/markup'
import {
  type CallContext,
  type Component,
  type Document,
  gatherInTurns,
  gatherOne,
  type LoadedPiece,
  type LoadedSource,
  readNumber,
  readText,
  type SourceChoice,
  tellRefusal,
} from '@runnel/node-kit'
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
  /** The pages that were chosen: they are read in place of what would be found. */
  chosen?: readonly string[]
  /** Opens an address; fetched as it comes when not said. */
  open?(url: string): Promise<ReadPage>
}

/** A crawl, what becomes of each page, and which pages are read where not all are. */
interface Crawling {
  crawl: Crawl
  describe(page: CrawledPage): Document | Promise<Document>
  choice?: SourceChoice | undefined
}

/** How many pages were asked for, and how many of them were read. */
interface Sofar {
  asked: number
  count: number
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
  const chosen = readChosenPages(component)
  return {
    start: readAddress(component, 'url', 'https://example.com/docs'),
    by: method === 'webCrawl' ? 'links' : method === 'scrapeXMLSitemap' ? 'sitemap' : 'none',
    most: limit <= 0 ? Number.POSITIVE_INFINITY : Math.floor(limit),
    ...(chosen.length > 0 && { chosen }),
  }
}

/**
 * The addresses that were chosen in `selectedLinks`, each once. Editors leave rows without a text in such lists.
 * @throws RunnelError `invalid_input` for what is no list of addresses of the web
 */
function readChosenPages({ values, label }: Component): string[] {
  const { selectedLinks: value = [] } = values
  if (value === '' || value === null) return []
  const lines = Array.isArray(value) ? value.filter((line) => line !== '') : undefined
  if (!lines) throw noList(label, 'They are no list.')
  return [...new Set(lines.map((line) => withoutFragment(readPage(line, label))))]
}

function readPage(line: JsonValue, label: string): URL {
  const text = typeof line === 'string' ? line.trim() : ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return url
  throw noList(label, `“${(text || JSON.stringify(line)).slice(0, 200)}” is no address of the web.`)
}

const noList = (label: string, message: string) =>
  new RunnelError(
    'invalid_input',
    `The pages of ${label} (selectedLinks) cannot be read: ${message} Write whole addresses, such as https://example.com/docs.`,
    { issues: [{ path: 'selectedLinks', message }] },
  )

/**
 * Reads pages of one host, each once, until there are enough, and gives each as it comes. A page beside the first that is no
 * page, or is not there, is left out; one whose server failed is told with its fault. With a choice these pages alone are read.
 * Of pages that their author chose each is told that cannot be read, for whatever reason; a flow does without those, but not
 * without all.
 * @throws RunnelError when the first one cannot be read, where no pages were chosen
 */
export async function* crawlPages(
  { crawl, describe, choice }: Crawling,
  component: Component,
  call: CallContext,
): AsyncGenerator<LoadedPiece> {
  const queue = choice?.only ? [...choice.only] : await listFirst(crawl, component, call)
  const limit = mostPages(crawl, choice)
  const known = new Set(queue)
  const followsLinks = isFollowing(crawl, choice)
  const sofar = { asked: 0, count: 0 }
  for (const url of queue) {
    if (isFull(crawl, sofar, limit)) {
      yield { sources: endOf(crawl, choice, url) }
      return
    }
    sofar.asked += 1
    const read = await readOne({ url, isNeeded: sofar.count === 0 && !choice?.only, crawl }, component, call)
    if (!read) continue
    const source = { id: url, name: url }
    if ('fault' in read) {
      const mayBeMissing = isSpared(crawl, sofar, Math.min(limit, queue.length))
      yield { sources: [{ source, documents: [], fault: read.fault, mayBeMissing }] }
      continue
    }
    sofar.count += 1
    yield { sources: [{ source, documents: [await describe({ url, markup: read.markup })] }] }
    if (followsLinks) queue.push(...takeNew(read.links, { from: url, known }))
  }
}

/** Of chosen pages a flow cannot do without the last one, where none before it could be read. */
const isSpared = ({ chosen }: Crawl, { asked, count }: Sofar, last: number) =>
  !chosen || count > 0 || asked < last

/** Of pages that were chosen those that could not be read count too. */
const isFull = ({ chosen }: Crawl, { asked, count }: Sofar, limit: number) =>
  (chosen ? asked : count) >= limit

const isFollowing = ({ by, chosen }: Crawl, choice: SourceChoice | undefined) =>
  by === 'links' && !choice?.only && !chosen

/** What is told where there are more pages than are read: nothing where whoever asked set that limit. */
function endOf({ by, most, chosen }: Crawl, choice: SourceChoice | undefined, next: string): LoadedSource[] {
  return !choice?.only && (chosen || by !== 'none') && most > MOST_PAGES ? [tooMany(next)] : []
}

/** The first page that is not read because no site may give more. */
const tooMany = (url: string): LoadedSource => ({
  source: { id: url, name: url },
  documents: [],
  fault: new RunnelError(
    'limit_exceeded',
    `A website gives ${MOST_PAGES} pages at most: this page, and those that are found after it, are not read. Begin at an address further down, or set a limit of pages.`,
  ),
  mayBeMissing: true,
})

const mostPages = ({ by, most, chosen }: Crawl, choice: SourceChoice | undefined): number =>
  choice?.only ? choice.only.size : by === 'none' && !chosen ? 1 : Math.min(most, MOST_PAGES)

async function listFirst(
  { start, by, chosen }: Crawl,
  component: Component,
  call: CallContext,
): Promise<string[]> {
  if (chosen) return [...chosen]
  return by === 'sitemap' ? listSitemap(start, component, call) : [withoutFragment(start)]
}

/** A page, the fault of its server, or nothing where there is no page. @throws RunnelError for one that is needed */
async function readOne(
  { url, isNeeded, crawl: { open, by, chosen } }: { url: string; isNeeded: boolean; crawl: Crawl },
  component: Component,
  call: CallContext,
): Promise<ReadPage | { fault: unknown } | undefined> {
  try {
    return open ? await open(url) : await asRead(await fetchPage(url, component, call), chosen ? 'none' : by)
  } catch (fault) {
    if ((isNeeded && !chosen) || isOfUs(fault) || endsTheRun(fault, call.signal)) throw fault
    return chosen || isOfServer(fault) ? { fault } : undefined
  }
}

/** The links that are not known yet; from now on they are. */
function takeNew(links: readonly string[], { from, known }: { from: string; known: Set<string> }): string[] {
  const fresh = known.size > MOST_PAGES * 10 ? [] : listNewLinks(links, { from, known })
  for (const link of fresh) known.add(link)
  return fresh
}

async function asRead(markup: string, by: Crawl['by']): Promise<ReadPage> {
  return { markup, links: by === 'links' ? (await gatherOne(pageSteps(markup))).links : [] }
}

/** What is not the fault of one page, but of what was asked, or of what opens pages. */
function isOfUs(error: unknown): boolean {
  return isRunnelError(error) && ['invalid_input', 'unavailable'].includes(error.code)
}

/** Cause of what is said of an address that has no page for us, however often it is asked for. */
const NO_PAGE = Symbol('no page')
/** All that a server says is wrong with a request, but that it came too slowly, or too soon after others. */
const REFUSALS = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => status !== 408 && status !== 429,
)

/** What may be mended by asking again. */
function isOfServer(error: unknown): boolean {
  return isRunnelError(error) && ['upstream_error', 'timeout'].includes(error.code) && error.cause !== NO_PAGE
}

async function fetchPage(url: string, component: Component, call: CallContext): Promise<string> {
  const headers = { accept: 'text/html,text/plain;q=0.9,*/*;q=0.1' }
  const server = { label: new URL(url).host, answers: REFUSALS }
  const reply = await askLoader({ url, headers }, { component, server, call })
  const { status, body, isBase64, headers: told } = reply
  if (status >= 400) throw noPage(tellRefusal(reply, server))
  if (isBase64 !== true) return body.slice(0, LONGEST_MARKUP)
  throw noPage(`${url} is no page but a file of type ${told['content-type'] ?? 'unknown'}.`)
}

const noPage = (message: string) => new RunnelError('upstream_error', message, { cause: NO_PAGE })

/** The pages that the sitemap of a host lists, on this host; of a list of sitemaps those of each. */
async function listSitemap(start: URL, component: Component, call: CallContext): Promise<string[]> {
  const first = start.pathname.endsWith('.xml') ? start.href : new URL('/sitemap.xml', start.href).href
  const places: string[] = []
  const sitemaps = [first]
  for (const [index, url] of sitemaps.entries()) {
    if (index >= MOST_SITEMAPS) break
    const [found] = await gatherInTurns(sitemapSteps(await fetchPage(url, component, call)))
    if (!found) continue
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
