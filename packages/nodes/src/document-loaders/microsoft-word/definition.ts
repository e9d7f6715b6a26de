import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Documents of Word by their pages. */
export const microsoftWord = defineNode({
  definition: loaderDefinition({
    name: 'microsoftWord',
    label: 'Microsoft Word',
    version: 1,
    icon: 'IconFileTypeDocx',
    description: 'The text of Word documents, page by page',
    differs: 'Files of the old format of Office (.doc) are refused: save them as .docx first.',
    source: [{ label: 'Word File', name: 'docxFile', type: 'file', fileType: '.docx, .doc' }],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadWordFiles),
})
