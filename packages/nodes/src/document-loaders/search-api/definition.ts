import { credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** What search engines find, by SearchApi, as documents. */
export const searchApi = defineNode({
  definition: loaderDefinition({
    name: 'searchApi',
    label: 'SearchApi For Web Search',
    version: 2,
    icon: 'IconSearch',
    description: 'What search engines find, by SearchApi',
    reads: 'servers',
    credential: credentialInput({ name: 'searchApi' }),

    source: [
      {
        label: 'Query',
        name: 'query',
        type: 'string',
        overridable: true,
        placeholder: 'green tea',
        description: 'What is searched for',
        optional: true,
      },
      {
        label: 'Custom Parameters',
        name: 'customParameters',
        type: 'json',
        description: 'Further parameters of SearchApi, such as {"engine": "google_news"}',
        namesNoHost: true,
        optional: true,
        additionalParams: true,
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadFindings),
})
