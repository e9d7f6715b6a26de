import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Books as documents. */
export const epubFile = defineNode({
  definition: loaderDefinition({
    name: 'epubFile',
    label: 'Epub File',
    version: 1,
    icon: 'IconBook',
    description: 'The text of books, chapter by chapter',
    source: [{ label: 'Epub File', name: 'epubFile', type: 'file', fileType: '.epub' }],
    settings: [
      {
        label: 'Usage',
        name: 'usage',
        type: 'options',
        overridable: true,
        default: 'perChapter',
        options: [
          { label: 'One document per chapter', name: 'perChapter' },
          { label: 'One document per file', name: 'perFile' },
        ],
      },
    ],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadEpubFiles),
})
