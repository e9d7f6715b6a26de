import type { ServiceAction, ServiceForm } from '../service-form.ts'
import { choiceParam, numberParam, reads, switchParam, textParam, writes } from '../service-parts.ts'

const sheet = { spreadsheetId: 'spreadsheetId' }
const at = { ...sheet, range: 'range' }
const looks = {
  valueRenderOption: 'valueRenderOption',
  dateTimeRenderOption: 'dateTimeRenderOption',
  majorDimension: 'majorDimension',
}
const puts = { values: 'values', valueInputOption: 'valueInputOption', majorDimension: 'majorDimension' }

const spreadsheets: Record<string, ServiceAction> = {
  createSpreadsheet: writes(
    'Makes a spreadsheet in Google Sheets.',
    { title: 'title', sheetCount: 'sheetCount' },
    ['title'],
  ),
  getSpreadsheet: reads(
    'Reads what is known of a spreadsheet in Google Sheets, such as the names of its sheets.',
    { ...sheet, includeGridData: 'includeGridData' },
    ['spreadsheetId'],
  ),
  updateSpreadsheet: writes(
    'Gives a spreadsheet in Google Sheets another title.',
    { ...sheet, title: 'title' },
    ['spreadsheetId', 'title'],
  ),
}

const values: Record<string, ServiceAction> = {
  getValues: reads('Reads a range of a spreadsheet in Google Sheets.', { ...at, ...looks }, [
    'spreadsheetId',
    'range',
  ]),
  updateValues: writes('Writes values over a range of a spreadsheet in Google Sheets.', { ...at, ...puts }, [
    'spreadsheetId',
    'range',
    'values',
  ]),
  appendValues: writes(
    'Adds rows below a table of a spreadsheet in Google Sheets.',
    { ...at, ...puts, insertDataOption: 'insertDataOption' },
    ['spreadsheetId', 'range', 'values'],
  ),
  clearValues: writes('Empties a range of a spreadsheet in Google Sheets.', at, ['spreadsheetId', 'range']),
  batchGetValues: reads(
    'Reads several ranges of a spreadsheet in Google Sheets.',
    { ...sheet, ranges: 'ranges', ...looks },
    ['spreadsheetId', 'ranges'],
  ),
  batchUpdateValues: writes(
    'Writes values over several ranges of a spreadsheet in Google Sheets. The values are a list of objects with "range" and "values".',
    { ...sheet, ...puts },
    ['spreadsheetId', 'values'],
  ),
  batchClearValues: writes(
    'Empties several ranges of a spreadsheet in Google Sheets.',
    { ...sheet, ranges: 'ranges' },
    ['spreadsheetId', 'ranges'],
  ),
}

/** What Google Sheets can do as a tool. */
export const googleSheetsForm: ServiceForm = {
  prefix: 'google_sheets',
  choice: { param: 'sheetsType', label: 'Type' },
  groups: [
    { name: 'spreadsheet', label: 'Spreadsheet', param: 'spreadsheetActions', actions: spreadsheets },
    { name: 'values', label: 'Values', param: 'valuesActions', actions: values },
  ],
  params: {
    spreadsheetId: textParam('Spreadsheet ID', 'The id of the spreadsheet, as it stands in its address'),
    title: textParam('Title', 'The title of the spreadsheet'),
    sheetCount: numberParam('Sheet Count', 'How many sheets the new spreadsheet has', 1),
    range: textParam('Range', 'The range, such as A1:B2 or Sheet1!A1:C10'),
    ranges: textParam('Ranges', 'The ranges, with commas between them'),
    values: textParam('Values', 'Rows of values as JSON, such as [["A1", "B1"], ["A2", "B2"]]', 3),
    valueInputOption: {
      ...choiceParam('Value Input Option', 'Whether values are taken as they are or as if typed in', {
        RAW: 'Raw',
        USER_ENTERED: 'User Entered',
      }),
      default: 'USER_ENTERED',
    },
    valueRenderOption: {
      ...choiceParam('Value Render Option', 'How values are given', {
        FORMATTED_VALUE: 'Formatted Value',
        UNFORMATTED_VALUE: 'Unformatted Value',
        FORMULA: 'Formula',
      }),
      default: 'FORMATTED_VALUE',
    },
    dateTimeRenderOption: {
      ...choiceParam('Date Time Render Option', 'How days and times are given', {
        SERIAL_NUMBER: 'Serial Number',
        FORMATTED_STRING: 'Formatted String',
      }),
      default: 'FORMATTED_STRING',
    },
    insertDataOption: {
      ...choiceParam('Insert Data Option', 'Whether rows below the table are written over or moved down', {
        OVERWRITE: 'Overwrite',
        INSERT_ROWS: 'Insert Rows',
      }),
      default: 'OVERWRITE',
    },
    includeGridData: switchParam('Include Grid Data', 'Whether the cells are given, too', false),
    majorDimension: {
      ...choiceParam('Major Dimension', 'Whether each list of values is a row or a column', {
        ROWS: 'Rows',
        COLUMNS: 'Columns',
      }),
      default: 'ROWS',
    },
  },
}
