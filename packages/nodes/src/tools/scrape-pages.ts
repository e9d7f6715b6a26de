import { errorMessage, RunnelError } from '@runnel/contract'
import { listNewLinks, pageSteps, sitemapSteps, withoutFragment } from '@runnel/markup'
import { askServer, type CallContext, gatherInTurns, gatherOne } from '@runnel/node-kit'
import { cutText } from './cut-text.ts'

/** How far to go; times in milliseconds. */
export interface ScrapeOptions {
  bySitemap: boolean
  /** 1 is the page alone. */
  maxDepth: number
  maxPages: number
  timeoutMs: number
}

/** A page that was read, or why it could not be. Names are the reference's. */
export type ScrapedPage =
  | { url: string; title: string; description: string; body_text: string }
  | { url: string; error: string }

interface FoundPage {
  page: ScrapedPage
  links: string[]
}

/** Of a page, and of all pages, in characters. */
const LONGEST_MARKUP = 2_000_000
const LONGEST_TEXTS = 50_000

/**
 * Reads a page and those it leads to, on its host only, each once. A page beside the first that cannot be read says so
 * in its place. @throws RunnelError when the first one cannot be read
 */
export async function scrapePages(
  start: URL,
  options: ScrapeOptions,
  call: CallContext,
): Promise<ScrapedPage[]> {
  const queue = options.bySitemap
    ? (await listSitemap(start, options, call)).map((url) => ({ url, depth: options.maxDepth }))
    : [{ url: withoutFragment(start), depth: 1 }]
  const known = new Set(queue.map(({ url }) => url))
  const pages: ScrapedPage[] = []
  let room = LONGEST_TEXTS
  for (const { url, depth } of queue) {
    if (pages.length >= options.maxPages || room <= 0) break
    const { page, links } = await tryPage(url, { isFirst: pages.length === 0, room, options, call })
    pages.push(page)
    if ('body_text' in page) room -= page.body_text.length
    if (depth >= options.maxDepth) continue
    for (const link of listNewLinks(links, { from: url, known })) {
      known.add(link)
      queue.push({ url: link, depth: depth + 1 })
    }
  }
  return pages
}

interface PageWork {
  isFirst: boolean
  room: number
  options: ScrapeOptions
  call: CallContext
}

async function tryPage(url: string, work: PageWork): Promise<FoundPage> {
  try {
    return await fetchPage(url, work)
  } catch (error) {
    if (work.isFirst || work.call.signal.aborted) throw error
    return { page: { url, error: errorMessage(error) }, links: [] }
  }
}

/** The model names the first address, and pages the others. */
const purpose = 'stranger'

async function fetchPage(url: string, { room, options, call }: PageWork): Promise<FoundPage> {
  const { host } = new URL(url)
  const headers = { accept: 'text/html,text/plain;q=0.9,*/*;q=0.1' }
  const request = { url, headers, timeoutMs: options.timeoutMs, purpose } as const
  const reply = await askServer(call, request, { label: host })
  if (reply.isBase64 === true) {
    const type = reply.headers['content-type'] ?? 'unknown'
    throw new RunnelError('upstream_error', `${url} is no page but a file of type ${type}.`)
  }
  const { title, description, text, links } = await gatherOne(pageSteps(reply.body.slice(0, LONGEST_MARKUP)))
  return { page: { url, title, description, body_text: cutText(text, room) }, links }
}

/** The pages that the sitemap of a host lists, on this host. */
async function listSitemap(start: URL, options: ScrapeOptions, call: CallContext): Promise<string[]> {
  const url = new URL('/sitemap.xml', start).href
  const { timeoutMs } = options
  const { body } = await askServer(
    call,
    { url, timeoutMs, purpose },
    { label: `The sitemap of ${start.host}` },
  )
  const [sitemap] = await gatherInTurns(sitemapSteps(body.slice(0, LONGEST_MARKUP)))
  const places = (sitemap?.places ?? []).slice(0, options.maxPages * 10)
  const pages = listNewLinks(places, { from: start.href, known: new Set() })
  if (pages.length > 0) return pages
  throw new RunnelError('upstream_error', `${url} lists no pages of ${start.host}.`)
}
