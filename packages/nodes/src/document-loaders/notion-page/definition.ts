import { credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'
import { notionCredential } from '../notion-credential.ts'

/** A page of Notion as documents. */
export const notionPage = defineNode({
  definition: loaderDefinition({
    name: 'notionPage',
    label: 'Notion Page',
    version: 2,
    icon: 'IconBrandNotion',
    description: 'A page of Notion, with the pages inside of it',
    reads: 'servers',
    credential: credentialInput(notionCredential),

    source: [],
    settings: [
      {
        label: 'Notion Page Id',
        name: 'pageId',
        type: 'string',
        overridable: true,
        placeholder: 'f1c2\u2026',
        description: 'The last 32 letters of the address of the page',
      },
    ],
  }),
  credentials: [notionCredential],
  provides: provideLoader(async () => (await import('./load.ts')).loadPage),
})
