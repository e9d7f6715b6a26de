import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { ServiceArgs } from '../service-args.ts'
import { type ServiceDoing, serviceToolset } from '../service-toolset.ts'
import { googleSheetsForm } from './form.ts'

const API = 'https://sheets.googleapis.com/v4/spreadsheets'
const MOST_SHEETS = 200

const sheetOf = (args: ServiceArgs) => `${API}/${args.id('spreadsheetId')}`
const rangeOf = (args: ServiceArgs) => `${sheetOf(args)}/values/${args.id('range')}`

const looksOf = (args: ServiceArgs): JsonObject => ({
  valueRenderOption: args.text('valueRenderOption'),
  dateTimeRenderOption: args.text('dateTimeRenderOption'),
  majorDimension: args.text('majorDimension'),
})

/** Google takes no values without being told what they are. */
const inputOf = (args: ServiceArgs) => args.text('valueInputOption') || 'USER_ENTERED'
const dimensionOf = (args: ServiceArgs) => args.text('majorDimension') || 'ROWS'

const wrong = (shape: string) =>
  new RunnelError('invalid_input', `The argument "values" must be ${shape}. Call the tool again with it.`)

function rowsOf(args: ServiceArgs): JsonValue[] {
  const rows = args.json('values')
  if (Array.isArray(rows) && rows.every((row) => Array.isArray(row))) return rows
  throw wrong('a list of lists, such as [["A1", "B1"]]')
}

function partsOf(args: ServiceArgs): JsonObject[] {
  const parts = args.json('values')
  const isPart = (part: JsonValue): part is JsonObject =>
    isJsonObject(part) && typeof part.range === 'string' && Array.isArray(part.values)
  if (Array.isArray(parts) && parts.every(isPart))
    return parts.map(({ range, values }) => ({
      range: range ?? '',
      values: values ?? [],
      majorDimension: dimensionOf(args),
    }))
  throw wrong('a list of objects, such as [{"range": "A1", "values": [["x"]]}]')
}

const body = (args: ServiceArgs) => ({ values: rowsOf(args), majorDimension: dimensionOf(args) })

const doings: Record<string, ServiceDoing> = {
  createSpreadsheet: {
    request(args) {
      const count = Math.min(Math.max(Math.floor(args.number('sheetCount') ?? 1), 1), MOST_SHEETS)
      const sheets = Array.from({ length: count }, (_, at) => ({ properties: { title: `Sheet${at + 1}` } }))
      return { url: API, method: 'POST', json: { properties: { title: args.text('title') }, sheets } }
    },
  },
  getSpreadsheet: {
    request: (args) => ({
      url: sheetOf(args),
      query: { includeGridData: args.flag('includeGridData') ?? '' },
    }),
  },
  updateSpreadsheet: {
    request: (args) => ({
      url: `${sheetOf(args)}:batchUpdate`,
      method: 'POST',
      json: {
        requests: [
          { updateSpreadsheetProperties: { properties: { title: args.text('title') }, fields: 'title' } },
        ],
      },
    }),
  },
  getValues: { request: (args) => ({ url: rangeOf(args), query: looksOf(args) }) },
  updateValues: {
    request: (args) => ({
      url: rangeOf(args),
      method: 'PUT',
      query: { valueInputOption: inputOf(args) },
      json: body(args),
    }),
  },
  appendValues: {
    request: (args) => ({
      url: `${rangeOf(args)}:append`,
      method: 'POST',
      query: { valueInputOption: inputOf(args), insertDataOption: args.text('insertDataOption') },
      json: body(args),
    }),
  },
  clearValues: { request: (args) => ({ url: `${rangeOf(args)}:clear`, method: 'POST', json: {} }) },
  batchGetValues: {
    request: (args) => ({
      url: `${sheetOf(args)}/values:batchGet`,
      query: { ranges: args.list('ranges') ?? [], ...looksOf(args) },
    }),
  },
  batchUpdateValues: {
    request: (args) => ({
      url: `${sheetOf(args)}/values:batchUpdate`,
      method: 'POST',
      json: { valueInputOption: inputOf(args), data: partsOf(args) },
    }),
  },
  batchClearValues: {
    request: (args) => ({
      url: `${sheetOf(args)}/values:batchClear`,
      method: 'POST',
      json: { ranges: args.list('ranges') ?? [] },
    }),
  },
}

/** The tools of Google Sheets. */
export const googleSheetsToolset = serviceToolset(googleSheetsForm, { label: 'Google Sheets', doings })
