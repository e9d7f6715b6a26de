import { credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'
import { notionCredential } from '../notion-credential.ts'

/** Pages of a database of Notion as documents. */
export const notionDB = defineNode({
  definition: loaderDefinition({
    name: 'notionDB',
    label: 'Notion Database',
    version: 2,
    icon: 'IconBrandNotion',
    description: 'The pages of a database of Notion',
    reads: 'servers',
    credential: credentialInput(notionCredential),

    source: [],
    settings: [
      {
        label: 'Notion Database Id',
        name: 'databaseId',
        type: 'string',
        overridable: true,
        placeholder: 'f1c2\u2026',
        description: 'The 32 letters in the address of the database before ?v=',
      },
    ],
  }),
  credentials: [notionCredential],
  provides: provideLoader(async () => (await import('./load.ts')).loadDatabase),
})
