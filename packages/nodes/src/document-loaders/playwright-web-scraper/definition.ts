import { defineNode } from '@runnel/node-kit'
import { browserScraper } from '../browser-scraper.ts'
import { provideLoader } from '../loader-definition.ts'

/** Pages as a browser shows them, with the moments of Playwright. */
export const playwrightWebScraper = defineNode({
  definition: browserScraper({
    name: 'playwrightWebScraper',
    label: 'Playwright Web Scraper',
    icon: 'IconWorld',
    description: 'Pages of a website as a browser shows them, scripts and all',
    moments: [
      { label: 'Network Idle', name: 'networkidle', description: 'It asked for nothing for half a second' },
      { label: 'Commit', name: 'commit', description: 'It began to come' },
    ],
  }),
  provides: provideLoader(async () => (await import('../browse-pages.ts')).browsePages),
})
