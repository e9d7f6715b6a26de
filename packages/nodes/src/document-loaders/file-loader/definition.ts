import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'
import { scanModelInput, scanModelOptions } from '../scan-model-input.ts'

/** Files of any kind as documents. */
export const fileLoader = defineNode({
  definition: loaderDefinition({
    name: 'fileLoader',
    label: 'File Loader',
    version: 2,
    icon: 'IconFile',
    description: 'Files of many kinds, read as their endings say',
    source: [{ label: 'File', name: 'file', type: 'file', fileType: '*', namesNoHost: true }],
    settings: [
      {
        label: 'Pdf Usage',
        name: 'usage',
        type: 'options',
        overridable: true,
        default: 'perPage',
        description: 'Of PDFs only',
        options: [
          { label: 'One document per page', name: 'perPage' },
          { label: 'One document per file', name: 'perFile' },
        ],
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Use Legacy Build',
        name: 'legacyBuild',
        type: 'boolean',
        description: 'Kept for imported flows; the reader takes old files too',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'JSONL Pointer Extraction',
        name: 'pointerName',
        type: 'string',
        overridable: true,
        placeholder: 'text',
        description: 'The key of each line that holds the text; of JSON Lines files only',
        optional: true,
        additionalParams: true,
      },
      scanModelInput,
    ],
  }),
  load: scanModelOptions,
  provides: provideLoader(async () => (await import('./load.ts')).loadFiles),
})
