import { credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Sheets of Google Sheets as documents. */
export const googleSheets = defineNode({
  definition: loaderDefinition({
    name: 'googleSheets',
    label: 'Google Sheets',
    version: 1,
    icon: 'IconTable',
    description: 'Sheets of Google Sheets',
    reads: 'servers',
    credential: credentialInput({ name: 'googleSheetsOAuth2' }),

    source: [
      {
        label: 'Select Spreadsheets',
        name: 'spreadsheetIds',
        type: 'asyncMultiOptions',
        loadMethod: 'listSpreadsheets',
        description: 'Spreadsheets of the account',
      },
      {
        label: 'Sheet Names',
        name: 'sheetNames',
        type: 'string',
        overridable: true,
        placeholder: 'Sheet1, Sheet2',
        description: 'Which sheets are read, separated by commas; all when empty',
        optional: true,
      },
      {
        label: 'Range',
        name: 'range',
        type: 'string',
        overridable: true,
        placeholder: 'A1:E10',
        description: 'Which cells are read; all when empty',
        optional: true,
      },
      {
        label: 'Include Headers',
        name: 'includeHeaders',
        type: 'boolean',
        overridable: true,
        default: true,
        description: 'Whether the first row is read as well',
      },
      {
        label: 'Value Render Option',
        name: 'valueRenderOption',
        type: 'options',
        options: [
          { label: 'Formatted Value', name: 'FORMATTED_VALUE' },
          { label: 'Unformatted Value', name: 'UNFORMATTED_VALUE' },
          { label: 'Formula', name: 'FORMULA' },
        ],
        default: 'FORMATTED_VALUE',
        optional: true,
      },
    ],
  }),

  load: { listSpreadsheets: async () => (await import('./list-spreadsheets.ts')).listSpreadsheets },
  provides: provideLoader(async () => (await import('./load.ts')).loadSheets),
})
