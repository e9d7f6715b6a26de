import { defineNode } from '@runnel/node-kit'
import { loaderOutputs, metadataInputs, splitterInput } from '../loader-inputs.ts'

/** PDF files as documents. */
export const pdfFile = defineNode({
  definition: {
    name: 'pdfFile',
    label: 'Pdf File',
    version: 2,
    type: 'Document',
    icon: 'IconFileTypePdf',
    category: 'Document Loaders',
    description: 'The text of PDF files, page by page',
    baseClasses: ['Document'],
    kind: 'component',
    effects: 'none',
    inputs: [
      { label: 'Pdf File', name: 'pdfFile', type: 'file', fileType: '.pdf' },
      splitterInput,
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
      ...metadataInputs,
    ],
    outputs: loaderOutputs,
  },
  provides: {
    documentSource: async () => (await import('./document-source.ts')).loadPdfFiles,
    text: async () => (await import('./text.ts')).readPdfText,
  },
})
