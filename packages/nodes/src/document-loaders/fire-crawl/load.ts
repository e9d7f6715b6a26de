import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  authoriseRequest,
  type CallContext,
  type Component,
  type Document,
  type LoadedPiece,
  listAt,
  readJsonParam,
  readNumber,
  readServerBase,
  readSources,
  readSwitch,
  readText,
  type SourceChoice,
  textAt,
  valueAt,
} from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { fitsPattern } from '../path-patterns.ts'
import { askLoaderForJson, type LoaderServer, readAddress, readNeeded } from '../server-loader.ts'

const MOST_PAGES = 500
const PAGE_TIMEOUT_MS = 120_000

const server: LoaderServer = {
  label: 'FireCrawl',
  authorise: ({ firecrawlApiToken = '', firecrawlApiUrl = '' }) => ({
    ...authoriseRequest({ token: firecrawlApiToken }),
    base: readServerBase(firecrawlApiUrl || HOME, HOME),
  }),
}
const HOME = 'https://api.firecrawl.dev'

/** Asks FireCrawl by a path. */
type Ask = (path: string, json: JsonObject) => Promise<JsonValue>

/** What FireCrawl reads: a site, a page, what a model extracts of it, or what a search finds. */
export const loadByFireCrawl: LoadPlain = (component, call, choice) => {
  if (component.credentials.credential === undefined)
    throw new RunnelError(
      'missing_credential',
      `${component.label} has no credential of FireCrawl. Choose one.`,
    )
  const ask: Ask = (url, json) =>
    askLoaderForJson({ url, json, timeoutMs: PAGE_TIMEOUT_MS }, { component, server, call })
  const kinds: Record<string, () => Promise<Document[]>> = {
    scrape: async () => [await scrape(addressOf(component), component, ask)],
    extract: () => extract(component, ask),
    search: () => search(component, ask),
  }
  return kinds[readText(component.values, 'crawlerType')]?.() ?? crawl(component, ask, { call, choice })
}

function addressOf(component: Component): string {
  return readAddress(component, 'url', 'https://example.com').href
}

/** How a page is read. */
function pageOptions({ values }: Component): JsonObject {
  const [includeTags, excludeTags] = [splitText(values, 'includeTags'), splitText(values, 'excludeTags')]
  return {
    formats: ['markdown'],
    onlyMainContent: readSwitch(values, 'onlyMainContent'),
    ...(includeTags.length > 0 && { includeTags }),
    ...(excludeTags.length > 0 && { excludeTags }),
  }
}

async function scrape(url: string, component: Component, ask: Ask): Promise<Document> {
  const answer = await ask('/v1/scrape', { ...pageOptions(component), url })
  return describePage(valueAt(answer, 'data'), url)
}

/** The pages of a site. A flow does without those beside the first that cannot be read. */
async function* crawl(
  component: Component,
  ask: Ask,
  { call, choice }: { call: CallContext; choice: SourceChoice | undefined },
): AsyncGenerator<LoadedPiece> {
  const pages = choice?.only ? [...choice.only] : await listPages(component, ask)
  const [first] = pages
  const sourceOf = (url: string) => ({ id: url, name: url })
  const read = async (url: string) => [await scrape(url, component, ask)]
  if (first !== undefined && !choice?.only) {
    yield { sources: [{ source: sourceOf(first), documents: await read(first) }] }
    pages.shift()
  }
  yield* readSources(pages, { call, sourceOf, read, mayBeMissing: true })
}

async function listPages(component: Component, ask: Ask): Promise<string[]> {
  const start = addressOf(component)
  const wanted = readNumber(component.values, 'limit') ?? MOST_PAGES
  const most = Math.min(MOST_PAGES, Math.max(1, Math.floor(wanted)))
  const found = valueAt(await ask('/v1/map', { url: start, limit: most }), 'links')
  const links = (Array.isArray(found) ? found : []).filter((link) => typeof link === 'string')
  const fitting = [...new Set([start, ...links])].filter(
    (link) => link === start || isWanted(link, component),
  )
  return fitting.slice(0, most)
}

function isWanted(link: string, { values }: Component): boolean {
  if (!URL.canParse(link)) return false
  const path = new URL(link).pathname.slice(1)
  const fits = (pattern: string) => fitsPattern(path, `*${pattern.replaceAll('.*', '*').replace(/^\//, '')}*`)
  const included = splitText(values, 'includePaths')
  return (included.length === 0 || included.some(fits)) && !splitText(values, 'excludePaths').some(fits)
}

async function extract(component: Component, ask: Ask): Promise<Document[]> {
  const url = addressOf(component)
  const [schema, prompt] = [
    readJsonParam(component, 'extractSchema'),
    readText(component.values, 'extractPrompt'),
  ]
  if (!schema && prompt.trim() === '')
    throw new RunnelError(
      'invalid_input',
      `${component.label} extracts nothing: write a schema or a prompt.`,
      {
        issues: [{ path: 'extractPrompt', message: 'Write a schema or a prompt.' }],
      },
    )
  const jsonOptions = { ...(schema && { schema }), ...(prompt.trim() !== '' && { prompt }) }
  const answer = await ask('/v1/scrape', { url, formats: ['json'], jsonOptions })
  const read = valueAt(answer, 'data', 'json')
  return read === undefined || read === null
    ? []
    : [{ pageContent: JSON.stringify(read), metadata: { source: url } }]
}

async function search(component: Component, ask: Ask): Promise<Document[]> {
  const { values } = component
  const answer = await ask('/v1/search', {
    query: readNeeded(component, 'searchQuery', 'query'),
    limit: Math.max(1, readNumber(values, 'searchLimit') ?? 5),
    lang: readText(values, 'searchLang') || 'en',
    country: readText(values, 'searchCountry') || 'us',
    timeout: readNumber(values, 'searchTimeout') ?? 60_000,
    scrapeOptions: { formats: ['markdown'] },
  })
  return listAt(answer, 'data').map((page) => describePage(page, textAt(page, 'url')))
}

function describePage(page: JsonValue | undefined, url: string): Document {
  const facts = valueAt(page, 'metadata')
  const told = isJsonObject(facts) ? facts : {}
  const title = textAt(told, 'title') || textAt(page, 'title')
  const source = textAt(told, 'sourceURL') || url
  return { pageContent: textAt(page, 'markdown') || textAt(page, 'description'), metadata: { source, title } }
}

function splitText(values: JsonObject, param: string): string[] {
  return readText(values, param)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
