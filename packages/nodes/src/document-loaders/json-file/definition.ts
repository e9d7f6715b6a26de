import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Files of JSON as documents. */
export const jsonFile = defineNode({
  definition: loaderDefinition({
    name: 'jsonFile',
    label: 'Json File',
    version: 3.1,
    icon: 'IconJson',
    description: 'The texts in JSON files, or their objects',
    source: [{ label: 'Json File', name: 'jsonFile', type: 'file', fileType: '.json' }],
    settings: [
      {
        label: 'Separate by JSON Object (JSON Array)',
        name: 'separateByObject',
        type: 'boolean',
        overridable: true,
        description:
          'One document for each object of a list. Additional metadata such as /source is then what the object has at that key',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Pointers Extraction (separated by commas)',
        name: 'pointersName',
        type: 'string',
        overridable: true,
        placeholder: 'title, text',
        description: 'Reads only what stands at these keys; everything when empty',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadJsonFiles, { namesPlaces: true }),
})
