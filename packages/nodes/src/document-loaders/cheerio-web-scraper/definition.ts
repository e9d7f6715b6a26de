import { defineNode } from '@runnel/node-kit'
import { chosenPagesInput, crawlInputs } from '../address-inputs.ts'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Pages of a website as documents. */
export const cheerioWebScraper = defineNode({
  definition: loaderDefinition({
    name: 'cheerioWebScraper',
    label: 'Cheerio Web Scraper',
    version: 2,
    icon: 'IconWorld',
    description: 'The text of pages of a website',
    reads: 'servers',

    differs:
      'Selectors are tags, classes, ids and attributes inside of each other; pages are read one after the other, 500 at most.',
    source: [
      {
        label: 'URL',
        name: 'url',
        type: 'string',
        placeholder: 'https://example.com/docs',
        identifies: true,
      },
      chosenPagesInput,
    ],
    settings: [
      ...crawlInputs,
      {
        label: 'Selector (CSS)',
        name: 'selector',
        type: 'string',
        overridable: true,
        placeholder: 'main article',
        description:
          'Reads only the elements that this CSS selector picks: tags, .classes, #ids, [attributes], and these inside of each other',
        optional: true,
        additionalParams: true,
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadPages),
})
