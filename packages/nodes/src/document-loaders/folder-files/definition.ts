import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Files of a folder of the server's machine as documents. */
export const folderFiles = defineNode({
  definition: loaderDefinition({
    name: 'folderFiles',
    label: 'Folder with Files',
    version: 4,
    icon: 'IconFolder',
    description: 'The files of a folder that the operator lets flows read, each as its ending says',
    differs: 'The folder is the name of one that the operator lists (LOADER_FOLDERS), and no path.',
    source: [
      {
        label: 'Folder Path',
        name: 'folderPath',
        type: 'string',
        placeholder: 'handbook',
        description: 'The name of a folder that the operator lists (LOADER_FOLDERS): no path',
        identifies: true,
      },
      {
        label: 'Recursive',
        name: 'recursive',
        type: 'boolean',
        overridable: true,
        description: 'Reads the folders inside as well',
        default: false,
      },
    ],
    settings: [
      {
        label: 'Pdf Usage',
        name: 'pdfUsage',
        type: 'options',
        options: [
          { label: 'One document per page', name: 'perPage' },
          { label: 'One document per file', name: 'perFile' },
        ],
        default: 'perPage',
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
    ],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadFolder),
})
