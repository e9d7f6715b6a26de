import { randomUUID } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import { inTurn } from '@runnel/contract'
import type { LoadedPiece } from '@runnel/node-kit'
import type { ServingContext } from '../context.ts'
import { checkChosen } from '../store-work/chosen-component.ts'
import { componentsOf } from '../store-work/loader-components.ts'
import { runUnstored } from './run-unstored.ts'

/** The loader that reads pages of a site. */
const PAGE_LOADER = 'cheerioWebScraper'
const DEFAULT_LINKS = 10
/** Pages that are read at most for one answer. */
const MOST_LINKS = 100
const LONGEST_MS = 60_000

/** Where to begin, and how pages lead to others: by their links, or by the sitemap of the host. */
export interface LinksWanted {
  url: string
  by: 'webCrawl' | 'scrapeXMLSitemap'
  /** How many at most; 0 for as many as there are, up to the most of one answer. */
  limit?: number | undefined
}

/**
 * The addresses of the pages of one host that a loader of pages would read from an address on, over the same guarded
 * network. @throws RunnelError as that loader fails: `invalid_input`, `egress_denied`, `upstream_error`, `timeout`
 */
export async function fetchLinks(
  context: ServingContext,
  principal: Principal,
  { url, by, limit = DEFAULT_LINKS }: LinksWanted,
): Promise<string[]> {
  const most = limit === 0 ? MOST_LINKS : Math.min(limit, MOST_LINKS)
  const config = { url, relativeLinksMethod: by, limit: most }
  const loader = checkChosen(
    context.catalogue,
    { name: PAGE_LOADER, config },
    { capability: 'documentSource', path: 'url' },
  )
  const components = componentsOf('links', { loader, splitter: undefined, files: [] })
  const links = new Set<string>()
  await runUnstored(context, {
    workspaceId: workspaceOf(principal),
    storeId: randomUUID(),
    consentedHosts: [],
    signal: AbortSignal.timeout(LONGEST_MS),
    run: async (step) => {
      for (const component of components) {
        const load = await step.capability(component, 'documentSource')
        for await (const piece of inTurn<LoadedPiece>(load(component, step)))
          for (const { metadata } of documentsIn(piece)) links.add(String(metadata.source))
      }
      return { output: { content: '', json: {} } }
    },
  })
  return [...links]
}

/** Pages whose server failed are left out. */
const documentsIn = (piece: LoadedPiece) =>
  Array.isArray(piece) ? piece : piece.sources.flatMap(({ documents }) => documents)
