import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { pageLimitInput } from '../address-inputs.ts'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

const credential = keyCredential('spiderApi', {
  label: 'Spider API',
  field: 'spiderApiKey',
  test: { url: 'https://api.spider.cloud/data/credits' },
})

/** Pages read by Spider as documents. */
export const spiderDocumentLoaders = defineNode({
  definition: loaderDefinition({
    name: 'spiderDocumentLoaders',
    label: 'Spider Document Loaders',
    version: 2,
    icon: 'IconSpider',
    description: 'Pages of the web, read by Spider',
    reads: 'servers',
    credential: credentialInput(credential),
    metadataParam: 'additional_metadata',

    source: [],
    settings: [
      {
        label: 'Mode',
        name: 'mode',
        type: 'options',
        options: [
          { label: 'Scrape', name: 'scrape' },
          { label: 'Crawl', name: 'crawl' },
        ],
        default: 'scrape',
        description: 'One page, or those that it leads to as well',
      },
      {
        label: 'Web Page URL',
        name: 'url',
        type: 'string',
        namesNoHost: true,
        placeholder: 'https://example.com',
        identifies: true,
      },
      pageLimitInput('limit', 'How many pages are crawled at most', 25),
      {
        label: 'Additional Parameters',
        name: 'params',
        type: 'json',
        description: 'Further parameters of Spider, such as {"anti_bot": true}',
        namesNoHost: true,
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideLoader(async () => (await import('./load.ts')).loadPages, {
    metadataParam: 'additional_metadata',
  }),
})
