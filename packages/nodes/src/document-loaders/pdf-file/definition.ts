import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'
import { scanModelInput, scanModelOptions } from '../scan-model-input.ts'

/** PDF files as documents. */
export const pdfFile = defineNode({
  definition: loaderDefinition({
    name: 'pdfFile',
    label: 'Pdf File',
    version: 2,
    icon: 'IconFileTypePdf',
    description: 'The text of PDF files, page by page',
    source: [{ label: 'Pdf File', name: 'pdfFile', type: 'file', fileType: '.pdf', namesNoHost: true }],
    settings: [
      {
        label: 'Usage',
        name: 'usage',
        type: 'options',
        overridable: true,
        default: 'perPage',
        options: [
          { label: 'One document per page', name: 'perPage' },
          { label: 'One document per file', name: 'perFile' },
        ],
      },
      {
        label: 'Use Legacy Build',
        name: 'legacyBuild',
        type: 'boolean',
        description: 'Kept for imported flows; the reader takes old files too',
        optional: true,
        additionalParams: true,
      },
      scanModelInput,
    ],
  }),
  load: scanModelOptions,
  provides: provideLoader(async () => (await import('./load.ts')).loadPdfFiles),
})
