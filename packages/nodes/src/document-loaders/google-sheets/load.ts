import { type JsonValue, RunnelError } from '@runnel/contract'
import {
  bearerOfAccount,
  type Document,
  listAt,
  readSources,
  readSwitch,
  readText,
  textAt,
  valueAt,
} from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { readChosen } from '../read-chosen.ts'
import { type Asking, askLoaderForJson } from '../server-loader.ts'

const API = 'https://sheets.googleapis.com/v4/spreadsheets'

/** The chosen spreadsheets, a document for each sheet: a line for each row. */
export const loadSheets: LoadPlain = async function* (component, call, choice) {
  const asking = { component, server: { label: 'Google Sheets', authorise: bearerOfAccount }, call }
  const ids = readChosen(component.values, 'spreadsheetIds')
  if (ids.length === 0)
    throw new RunnelError('invalid_input', `${component.label} has no spreadsheet. Select one.`, {
      issues: [{ path: 'spreadsheetIds', message: 'Select a spreadsheet.' }],
    })
  yield* readSources(ids, {
    call,
    choice,
    sourceOf: (id) => ({ id, name: addressOf(id) }),
    read: (id) => readSpreadsheet(id, asking),
  })
}

const addressOf = (id: string) => `https://docs.google.com/spreadsheets/d/${id}`

async function readSpreadsheet(id: string, asking: Asking): Promise<Document[]> {
  const { values } = asking.component
  const url = `${API}/${encodeURIComponent(id)}`
  const about = await askLoaderForJson(
    { url, query: { fields: 'properties.title,sheets.properties.title' } },
    asking,
  )
  const wanted = readChosen(values, 'sheetNames')
  const sheets = listAt(about, 'sheets').map((sheet) => textAt(sheet, 'properties', 'title'))
  const documents: Document[] = []
  for (const sheetName of wanted.length > 0 ? wanted : sheets) {
    const range = readText(values, 'range').trim()
    const place = `'${sheetName.replaceAll("'", "''")}'${range === '' ? '' : `!${range}`}`
    const query = { valueRenderOption: readText(values, 'valueRenderOption') }
    const answer = await askLoaderForJson(
      { url: `${url}/values/${encodeURIComponent(place)}`, query },
      asking,
    )
    const rows = listRows(answer).slice(readSwitch(values, 'includeHeaders', true) ? 0 : 1)
    documents.push({
      pageContent: rows.join('\n'),
      metadata: {
        source: addressOf(id),
        spreadsheetId: id,
        spreadsheetTitle: textAt(about, 'properties', 'title'),
        sheetName,
        rowCount: rows.length,
      },
    })
  }
  return documents
}

/** Rows as CSV. */
function listRows(answer: JsonValue): string[] {
  const rows = valueAt(answer, 'values')
  return (Array.isArray(rows) ? rows : []).map((row) =>
    Array.isArray(row) ? row.map(writeCell).join(',') : '',
  )
}

function writeCell(value: JsonValue): string {
  const text = value === null ? '' : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
