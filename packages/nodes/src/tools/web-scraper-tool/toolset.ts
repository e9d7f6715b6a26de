import type { JsonObject } from '@runnel/contract'
import { type Component, readNumber, readText, type Toolset } from '@runnel/node-kit'
import { readPageAddress } from '../page-address.ts'
import { readArgument } from '../read-argument.ts'
import { type ScrapeOptions, scrapePages } from '../scrape-pages.ts'
import { LIMITS, SCRAPER_DESCRIPTION } from './scraper-limits.ts'

/** One tool: it reads pages of the web. */
export const webScraperToolset: Toolset = {
  list: ({ values }) => [
    {
      name: 'web_scraper_tool',
      description: readText(values, 'description') || SCRAPER_DESCRIPTION,
      inputSchema: {
        type: 'object',
        properties: { input: { type: 'string', description: 'The address of the page, with https://' } },
        required: ['input'],
        additionalProperties: false,
      },
      effects: 'read',
    },
  ],
  async call(component, { input }, call) {
    const address = readPageAddress(readArgument(input, 'input'))
    return { content: JSON.stringify(await scrapePages(address, readOptions(component), call)) }
  },
}

function readOptions({ values }: Component): ScrapeOptions {
  return {
    bySitemap: readText(values, 'scrapeMode') === 'sitemap',
    maxDepth: readLimit(values, 'maxDepth'),
    maxPages: readLimit(values, 'maxPages'),
    timeoutMs: readLimit(values, 'timeoutS') * 1000,
  }
}

function readLimit(values: JsonObject, name: keyof typeof LIMITS): number {
  const { usual, most } = LIMITS[name]
  const wanted = readNumber(values, name) ?? usual
  return Math.min(most, Math.max(1, Math.floor(wanted)))
}
