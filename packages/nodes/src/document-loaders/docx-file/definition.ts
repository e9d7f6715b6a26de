import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Documents of Word, each in one piece. */
export const docxFile = defineNode({
  definition: loaderDefinition({
    name: 'docxFile',
    label: 'Docx File',
    version: 2,
    icon: 'IconFileTypeDocx',
    description: 'The text of Word documents',
    source: [{ label: 'Docx File', name: 'docxFile', type: 'file', fileType: '.docx' }],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadDocxFiles),
})
