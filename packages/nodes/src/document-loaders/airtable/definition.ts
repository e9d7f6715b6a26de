import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { limitInput } from '../address-inputs.ts'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

const credential = keyCredential('airtableApi', {
  label: 'Airtable API',
  field: 'accessToken',
  keyLabel: 'Access Token',
  test: { url: 'https://api.airtable.com/v0/meta/whoami' },
})

/** Records of Airtable as documents. */
export const airtable = defineNode({
  definition: loaderDefinition({
    name: 'airtable',
    label: 'Airtable',
    version: 3.02,
    icon: 'IconTable',
    description: 'The records of a table of Airtable',
    reads: 'servers',
    credential: credentialInput(credential),

    source: [],
    settings: [
      {
        label: 'Base Id',
        name: 'baseId',
        type: 'string',
        placeholder: 'app11RobdGoX0YNsC',
        description: 'In the address of the table, behind airtable.com/',
        identifies: true,
      },
      {
        label: 'Table Id',
        name: 'tableId',
        type: 'string',
        placeholder: 'tblJdmvbrgizbYICO',
        description: 'In the address of the table, behind the base',
      },
      {
        label: 'View Id',
        name: 'viewId',
        type: 'string',
        placeholder: 'viw9UrP77Id0CE4ee',
        overridable: true,
        optional: true,
      },
      {
        label: 'Include Only Fields',
        name: 'fields',
        type: 'string',
        overridable: true,
        placeholder: 'Name, fld1u0qUz0SoOQ9Gg',
        description: 'Names or ids, separated by commas; all when empty',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Return All',
        name: 'returnAll',
        type: 'boolean',
        overridable: true,
        default: true,
        description: 'Whether all records are read, or as many as the limit says',
        optional: true,
        additionalParams: true,
      },
      limitInput('limit', 'How many records are read where not all are', 100),
      {
        label: 'Filter By Formula',
        name: 'filterByFormula',
        type: 'string',
        codeLanguage: 'filter',
        overridable: true,
        placeholder: "{Status} = 'Done'",
        description: 'A formula of Airtable that records must satisfy',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideLoader(async () => (await import('./load.ts')).loadRecords),
})
