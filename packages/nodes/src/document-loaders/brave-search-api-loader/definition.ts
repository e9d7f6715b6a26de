import { credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** What Brave finds as documents. */
export const braveSearchApiLoader = defineNode({
  definition: loaderDefinition({
    name: 'braveSearchApiLoader',
    label: 'BraveSearch API Document Loader',
    version: 2,
    icon: 'IconSearch',
    description: 'What Brave finds on the web',
    reads: 'servers',
    credential: credentialInput({ name: 'braveSearchApi' }),

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
