import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Pages that were exported out of Notion as documents. */
export const notionFolder = defineNode({
  definition: loaderDefinition({
    name: 'notionFolder',
    label: 'Notion Folder',
    version: 2,
    icon: 'IconBrandNotion',
    description:
      'The pages of an export of Notion (Markdown & CSV), in a folder that the operator lets flows read',
    differs: 'The folder is the name of one that the operator lists (LOADER_FOLDERS), and no path.',
    source: [
      {
        label: 'Notion Folder',
        name: 'notionFolder',
        type: 'string',
        placeholder: 'handbook',
        description: 'The name of a folder that the operator lists (LOADER_FOLDERS): no path',
        identifies: true,
      },
    ],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadExport),
})
