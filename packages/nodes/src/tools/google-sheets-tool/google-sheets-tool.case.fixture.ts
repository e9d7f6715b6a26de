import { isJsonObject, type JsonObject } from '@runnel/contract'
import { listAt, valueAt } from '@runnel/node-kit'
import { account, fakeAccount } from '../fake-account.fixture.ts'
import type { SentRequest, ToolCase } from '../tool-case.fixture.ts'

const API = '/v4/spreadsheets'
const RANGE = 'Sheet1!A1:B2'
const AT = `${API}/s1/values/Sheet1!A1%3AB2`
const rows = [['a', 'b']]
const at = { spreadsheetId: 's1', range: RANGE }
const written = { ...at, values: JSON.stringify(rows) }

function refuse({ method, url, body }: SentRequest): string | undefined {
  const sent: JsonObject = isJsonObject(body) ? body : {}
  if (!url.pathname.startsWith(API)) return 'Unknown path'
  const writesRange = method === 'PUT' || url.pathname.endsWith(':append')
  if (writesRange && !url.searchParams.get('valueInputOption')) return "'valueInputOption' is required"
  if (writesRange && !Array.isArray(valueAt(sent, 'values', 0))) return 'Invalid values'
  if (url.pathname.endsWith('values:batchUpdate') && listAt(sent, 'data').length === 0) return 'Invalid data'
  if (url.pathname.endsWith('s1:batchUpdate') && listAt(sent, 'requests').length === 0)
    return 'Must specify a request'
  return undefined
}

/** Google Sheets in the tests of the family. */
export const googleSheetsToolCase: ToolCase = {
  node: 'googleSheetsTool',
  values: { sheetsType: 'values', valuesActions: '["getValues"]' },
  credential: account,
  input: at,
  says: 'cell',
  wrong: [[{ spreadsheetId: 's1' }, 'The argument "range" is missing']],
  server: fakeAccount({
    hosts: ['sheets.googleapis.com'],
    refuse,
    answer: () => ({ spreadsheetId: 's1', values: [['cell']] }),
    huge: (text) => ({ values: [[text]] }),
  }),
  actions: {
    createSpreadsheet: {
      input: { title: 'Tea', sheetCount: 2 },
      says: 's1',
      sends: `POST ${API}`,
      body: { properties: { title: 'Tea' }, sheets: [{}, {}] },
    },
    getSpreadsheet: {
      input: { spreadsheetId: 's1', includeGridData: true },
      says: 's1',
      sends: `GET ${API}/s1?includeGridData=true`,
    },
    updateSpreadsheet: {
      input: { spreadsheetId: 's1', title: 'Coffee' },
      says: 's1',
      sends: `POST ${API}/s1:batchUpdate`,
      body: {
        requests: [{ updateSpreadsheetProperties: { properties: { title: 'Coffee' }, fields: 'title' } }],
      },
    },
    getValues: {
      input: { ...at, majorDimension: 'COLUMNS' },
      says: 'cell',
      sends: `GET ${AT}?majorDimension=COLUMNS`,
    },
    updateValues: {
      input: { ...written, valueInputOption: 'RAW' },
      says: 's1',
      sends: `PUT ${AT}?valueInputOption=RAW`,
      body: { values: rows, majorDimension: 'ROWS' },
    },
    appendValues: {
      input: { ...written, insertDataOption: 'INSERT_ROWS' },
      says: 's1',
      sends: `POST ${AT}:append?valueInputOption=USER_ENTERED&insertDataOption=INSERT_ROWS`,
      body: { values: rows },
    },
    clearValues: { input: at, says: 's1', sends: `POST ${AT}:clear` },
    batchGetValues: {
      input: { spreadsheetId: 's1', ranges: 'A1, B2:C3' },
      says: 'cell',
      sends: `GET ${API}/s1/values:batchGet?ranges=A1&ranges=B2%3AC3`,
    },
    batchUpdateValues: {
      input: { spreadsheetId: 's1', values: JSON.stringify([{ range: 'A1', values: rows }]) },
      says: 's1',
      sends: `POST ${API}/s1/values:batchUpdate`,
      body: {
        valueInputOption: 'USER_ENTERED',
        data: [{ range: 'A1', values: rows, majorDimension: 'ROWS' }],
      },
    },
    batchClearValues: {
      input: { spreadsheetId: 's1', ranges: 'A1' },
      says: 's1',
      sends: `POST ${API}/s1/values:batchClear`,
      body: { ranges: ['A1'] },
    },
  },
}
