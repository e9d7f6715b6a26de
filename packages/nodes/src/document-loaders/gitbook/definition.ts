import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Pages of a GitBook as documents. */
export const gitbook = defineNode({
  definition: loaderDefinition({
    name: 'gitbook',
    label: 'GitBook',
    version: 2,
    icon: 'IconBook',
    description: 'The pages of a GitBook',
    reads: 'servers',

    source: [
      {
        label: 'Web Path',
        name: 'webPath',
        type: 'string',
        placeholder: 'https://docs.example.com/product',
        description: 'The address of a page, or of the first one of all',
        identifies: true,
      },
      {
        label: 'Should Load All Paths',
        name: 'shouldLoadAllPaths',
        type: 'boolean',
        overridable: true,
        description: 'Reads every page that the sitemap lists below this path',
        optional: true,
        additionalParams: true,
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadGitbook),
})
