import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const CATALOGUES = join(import.meta.dirname, '../../apps/web/src/i18n/en')
const names = readdirSync(CATALOGUES).map((file) => file.replace(/\.json$/, ''))

/**
 * The catalogues of texts that a page fetches from here on. A part that stands in the page itself must fetch none with
 * its first use: until it came, the whole page would be off the screen, and the focus with it.
 */
export function watchFetchedTexts(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    const file = new URL(request.url()).pathname.split('/').at(-1) ?? ''
    const name = names.find((each) => file.startsWith(`${each}-`) && file.length === each.length + 12)
    if (name !== undefined) fetched.push(name)
  })
  return fetched
}
