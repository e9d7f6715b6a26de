import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Files of JSON lines as documents. */
export const jsonlinesFile = defineNode({
  definition: loaderDefinition({
    name: 'jsonlinesFile',
    label: 'Json Lines File',
    version: 3,
    icon: 'IconJson',
    description: 'The lines of JSON Lines files',
    source: [{ label: 'Jsonlines File', name: 'jsonlinesFile', type: 'file', fileType: '.jsonl' }],
    settings: [
      {
        label: 'Pointer Extraction',
        name: 'pointerName',
        type: 'string',
        overridable: true,
        placeholder: 'text',
        description:
          'The key of each line that holds the text. Additional metadata such as /source is what the line has at that key',
      },
    ],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadJsonLines, { namesPlaces: true }),
})
