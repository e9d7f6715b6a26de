import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Workbooks of Excel by their rows. */
export const microsoftExcel = defineNode({
  definition: loaderDefinition({
    name: 'microsoftExcel',
    label: 'Microsoft Excel',
    version: 1,
    icon: 'IconFileTypeXls',
    description: 'The rows of Excel workbooks',
    differs:
      'Workbooks of the formats .xls and .xlsb are refused: save them as .xlsx first. Dates are dates, not the numbers that Excel keeps.',
    source: [{ label: 'Excel File', name: 'excelFile', type: 'file', fileType: '.xlsx, .xls, .xlsm, .xlsb' }],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadWorkbooks),
})
