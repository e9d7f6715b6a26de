import { credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** What Google finds, by SerpApi, as documents. */
export const serpApi = defineNode({
  definition: loaderDefinition({
    name: 'serpApi',
    label: 'SerpApi For Web Search',
    version: 2,
    icon: 'IconSearch',
    description: 'What Google finds, by SerpApi',
    reads: 'servers',
    credential: credentialInput({ name: 'serpApi' }),

    source: [
      {
        label: 'Query',
        name: 'query',
        type: 'string',
        overridable: true,
        placeholder: 'green tea',
        description: 'What is searched for',
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadFindings),
})
