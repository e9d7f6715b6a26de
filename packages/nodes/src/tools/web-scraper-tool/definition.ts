import { defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'
import { LIMITS, SCRAPER_DESCRIPTION } from './scraper-limits.ts'

/** A tool that reads pages of the web. */
export const webScraperTool = defineNode({
  definition: toolDefinition({
    name: 'webScraperTool',
    label: 'Web Scraper Tool',
    version: 1.1,
    type: 'Tool',
    icon: 'IconWorld',
    description: 'Reads pages of the web, and the pages that they link to',
    baseClasses: ['Tool', 'StructuredTool', 'Runnable'],
    effects: 'read',
    inputs: [
      {
        label: 'Scraping Mode',
        name: 'scrapeMode',
        type: 'options',
        options: [
          { label: 'Recursive', name: 'recursive', description: 'Follows links of the same host' },
          { label: 'Sitemap', name: 'sitemap', description: 'Reads the pages that /sitemap.xml lists' },
        ],
        default: 'recursive',
        additionalParams: true,
      },
      {
        label: 'Max Depth',
        name: 'maxDepth',
        type: 'number',
        default: LIMITS.maxDepth.usual,
        min: 1,
        max: LIMITS.maxDepth.most,
        description: '1 is the page alone, 2 also the pages that it links to',
        optional: true,
        additionalParams: true,
        show: { scrapeMode: ['recursive'] },
      },
      {
        label: 'Max Pages',
        name: 'maxPages',
        type: 'number',
        default: LIMITS.maxPages.usual,
        min: 1,
        max: LIMITS.maxPages.most,
        description: `How many pages are read at most; never more than ${LIMITS.maxPages.most}`,
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Timeout (s)',
        name: 'timeoutS',
        type: 'number',
        default: LIMITS.timeoutS.usual,
        min: 1,
        max: LIMITS.timeoutS.most,
        description: 'How long a page may take',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Tool Description',
        name: 'description',
        type: 'string',
        rows: 4,
        default: SCRAPER_DESCRIPTION,
        description: 'What the tool does: the model decides by it when to call it',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).webScraperToolset },
})
