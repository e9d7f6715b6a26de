import { defineNode } from '@runnel/node-kit'
import { browserScraper } from '../browser-scraper.ts'
import { provideLoader } from '../loader-definition.ts'

/** Pages as a browser shows them, with the moments of Puppeteer. */
export const puppeteerWebScraper = defineNode({
  definition: browserScraper({
    name: 'puppeteerWebScraper',
    label: 'Puppeteer Web Scraper',
    icon: 'IconWorld',
    description: 'Pages of a website as a browser shows them, scripts and all',
    moments: [
      {
        label: 'Network Idle 0',
        name: 'networkidle0',
        description: 'It asked for nothing for half a second',
      },
      {
        label: 'Network Idle 2',
        name: 'networkidle2',
        description: 'No more than two of its requests were open for half a second',
      },
    ],
  }),
  provides: provideLoader(async () => (await import('../browse-pages.ts')).browsePages),
})
