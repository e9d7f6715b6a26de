import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

const credential = keyCredential('apifyApi', {
  label: 'Apify API',
  field: 'apifyApiToken',
  keyLabel: 'Apify API Token',
  test: { url: 'https://api.apify.com/v2/users/me' },
})

/** Pages crawled by Apify as documents. */
export const apifyWebsiteContentCrawler = defineNode({
  definition: loaderDefinition({
    name: 'apifyWebsiteContentCrawler',
    label: 'Apify Website Content Crawler',
    version: 3,
    icon: 'IconWorld',
    description: 'Pages of a website, crawled by Apify',
    reads: 'servers',
    credential: credentialInput(credential),

    source: [],
    settings: [
      {
        label: 'Start URLs',
        name: 'urls',
        type: 'string',
        namesNoHost: true,
        placeholder: 'https://example.com, https://example.org',
        description: 'Where it begins, separated by commas',
        identifies: true,
      },
      {
        label: 'Crawler type',
        name: 'crawlerType',
        type: 'options',
        options: [
          { label: 'Headless web browser (Chrome+Playwright)', name: 'playwright:chrome' },
          { label: 'Stealthy web browser (Firefox+Playwright)', name: 'playwright:firefox' },
          { label: 'Raw HTTP client (Cheerio)', name: 'cheerio' },
          { label: 'Raw HTTP client with JavaScript execution (JSDOM)', name: 'jsdom' },
        ],
        default: 'playwright:firefox',
      },
      {
        label: 'Max crawling depth',
        name: 'maxCrawlDepth',
        type: 'number',
        overridable: true,
        min: 0,
        default: 1,
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Max crawl pages',
        name: 'maxCrawlPages',
        type: 'number',
        overridable: true,
        min: 1,
        default: 3,
        readAs: 'pageLimit',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Additional input',
        name: 'additionalInput',
        type: 'json',
        description: 'Further input of the crawler, as Apify describes it',
        namesNoHost: true,
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideLoader(async () => (await import('./load.ts')).loadPages),
})
