import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** CSV files by their rows. */
export const csvFile = defineNode({
  definition: loaderDefinition({
    name: 'csvFile',
    label: 'Csv File',
    version: 3,
    icon: 'IconFileTypeCsv',
    description: 'The rows of CSV files',
    source: [{ label: 'Csv File', name: 'csvFile', type: 'file', fileType: '.csv' }],
    settings: [
      {
        label: 'Single Column Extraction',
        name: 'columnName',
        type: 'string',
        overridable: true,
        placeholder: 'Title',
        description: 'Reads this column alone; all of them when empty',
        optional: true,
      },
    ],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadCsvFiles),
})
