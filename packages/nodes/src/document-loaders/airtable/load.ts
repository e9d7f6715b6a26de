import {
  authoriseRequest,
  type Component,
  listAt,
  readFilterText,
  readNumber,
  readSwitch,
  readText,
  textAt,
} from '@runnel/node-kit'
import { type LoaderRequest, loadFromServer, readNeeded } from '../server-loader.ts'

/** The records of a table, a document for each: its fields as JSON. */
export const loadRecords = loadFromServer({
  label: 'Airtable',
  authorise: ({ accessToken = '' }) => authoriseRequest({ token: accessToken }),
  first: ask,
  read(answer, { component }) {
    const [baseId, tableId] = [readText(component.values, 'baseId'), readText(component.values, 'tableId')]
    const documents = listAt(answer, 'records').map((record) => ({
      pageContent: JSON.stringify(record.fields ?? {}),
      metadata: { id: textAt(record, 'id'), createdTime: textAt(record, 'createdTime'), baseId, tableId },
    }))
    const offset = textAt(answer, 'offset')
    return { documents, next: offset === '' ? undefined : ask(component, offset) }
  },
  most: ({ values }) =>
    readSwitch(values, 'returnAll', true) ? undefined : (readNumber(values, 'limit') ?? 100),
})

function ask(component: Component, offset = ''): LoaderRequest {
  const [base, table] = [
    readNeeded(component, 'baseId', 'base id'),
    readNeeded(component, 'tableId', 'table id'),
  ]
  const { values } = component
  const formula = readFilterText(component, 'filterByFormula', quote)
  const fields = readText(values, 'fields')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return {
    url: `https://api.airtable.com/v0/${encodeURIComponent(base)}/${encodeURIComponent(table)}/listRecords`,
    json: {
      ...(offset !== '' && { offset }),
      ...(readText(values, 'viewId') !== '' && { view: readText(values, 'viewId') }),
      ...(fields.length > 0 && { fields }),
      ...(formula !== '' && { filterByFormula: formula }),
    },
  }
}

/** A text in a formula. */
const quote = (text: string) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`
