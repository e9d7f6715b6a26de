import { markupSteps } from './read-markup.ts'

/** Links to pages of the same host that are not known yet, each once, without what stands behind `#`. */
export function listNewLinks(
  links: readonly string[],
  { from, known }: { from: string; known: ReadonlySet<string> },
): string[] {
  const { host } = new URL(from)
  const fresh = new Set<string>()
  for (const link of links) {
    const url = URL.canParse(link, from) ? new URL(link, from) : undefined
    const isPage = url?.protocol === 'https:' || url?.protocol === 'http:'
    if (!url || !isPage || url.host !== host || url.username !== '') continue
    const address = withoutFragment(url)
    if (!known.has(address)) fresh.add(address)
  }
  return [...fresh]
}

/** The address of a page, whatever part of it is meant. */
export function withoutFragment(url: URL): string {
  const page = new URL(url.href)
  page.hash = ''
  return page.href
}

/** The addresses that a sitemap lists: of pages, or of other sitemaps where it is a list of those. */
interface Sitemap {
  places: string[]
  isIndex: boolean
}

/** Reads a sitemap step by step. Gives one. */
export function* sitemapSteps(markup: string): Generator<Sitemap | undefined> {
  const found: string[] = []
  let inPlace = false
  let isIndex = false
  yield* markupSteps(
    markup,
    { xml: true },
    {
      opens: (name) => {
        if (name === 'sitemapindex') isIndex = true
        inPlace = name === 'loc'
        if (inPlace) found.push('')
      },
      closes: () => {
        inPlace = false
      },
      text: (text) => {
        if (inPlace) found.push((found.pop() ?? '') + text)
      },
    },
  )
  yield { places: found.map((place) => place.trim()), isIndex }
}
