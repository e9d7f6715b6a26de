import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { listAt, textAt, valueAt } from '@runnel/node-kit'
import type { ServiceArgs } from '../service-args.ts'
import { type ServiceDoing, type ServiceRequest, serviceToolset } from '../service-toolset.ts'
import { googleDocsForm } from './form.ts'

const API = 'https://docs.googleapis.com/v1/documents'

const placeOf = (args: ServiceArgs) => ({
  location: { index: Math.max(Math.floor(args.number('index') ?? 1), 1) },
})

const insertion = (args: ServiceArgs) => ({ insertText: { ...placeOf(args), text: args.text('text') } })
const image = (args: ServiceArgs) => ({ insertInlineImage: { ...placeOf(args), uri: args.text('imageUrl') } })
const table = (args: ServiceArgs) => ({
  insertTable: { ...placeOf(args), rows: args.number('rows') ?? 1, columns: args.number('columns') ?? 1 },
})
const replacement = (args: ServiceArgs) => ({
  replaceAllText: {
    containsText: { text: args.text('replaceText'), matchCase: args.flag('matchCase') ?? false },
    replaceText: args.text('newText'),
  },
})
const appending = (args: ServiceArgs) => ({
  insertText: { endOfSegmentLocation: {}, text: args.text('text') },
})

/** Several changes in one go: Google makes all of them or none. */
const change = (id: string, requests: JsonObject[]): ServiceRequest => ({
  url: `${API}/${id}:batchUpdate`,
  method: 'POST',
  json: { requests },
})

const changeBy = (describe: (args: ServiceArgs) => JsonObject): ServiceDoing => ({
  request: (args) => change(args.id('documentId'), [describe(args)]),
})

/** What an update is told to do; each by the argument that it needs. */
function changesOf(args: ServiceArgs): JsonObject[] {
  const changes = [
    args.text('replaceText') === '' ? undefined : replacement(args),
    args.text('text') === '' ? undefined : insertion(args),
    args.text('imageUrl') === '' ? undefined : image(args),
    args.number('rows') === undefined || args.number('columns') === undefined ? undefined : table(args),
  ].filter((each) => each !== undefined)
  if (changes.length > 0) return changes
  throw new RunnelError(
    'invalid_input',
    'Nothing is to be changed. Call the tool again with "text", "replaceText", "imageUrl", or "rows" and "columns".',
  )
}

/** The text of a document: its paragraphs, and those in the cells of its tables. */
function readText(elements: JsonObject[], depth = 0): string {
  const told = elements.map((element) => {
    const runs = listAt(element, 'paragraph', 'elements').map((run) => contentOf(run))
    if (depth > 5) return runs.join('')
    const cells = listAt(element, 'table', 'tableRows').flatMap((row) => listAt(row, 'tableCells'))
    return runs.join('') + cells.map((cell) => readText(listAt(cell, 'content'), depth + 1)).join('')
  })
  return told.join('')
}

/** As it stands, with its ends of lines. */
function contentOf(run: JsonValue): string {
  const content = valueAt(run, 'textRun', 'content')
  return typeof content === 'string' ? content : ''
}

const get: ServiceDoing = {
  request: (args) => ({
    url: `${API}/${args.id('documentId')}`,
    ...(args.flag('includeTabsContent') === true && { query: { includeTabsContent: true } }),
  }),
}

/** What stands in each tab of a document, and in those below it; of one that came without tabs in its body. */
function listBodies(document: JsonValue, depth = 0): JsonObject[] {
  const own =
    depth === 0 ? listAt(document, 'body', 'content') : listAt(document, 'documentTab', 'body', 'content')
  const tabs = depth > 5 ? [] : listAt(document, depth === 0 ? 'tabs' : 'childTabs')
  return [...own, ...tabs.flatMap((tab) => listBodies(tab, depth + 1))]
}

const doings: Record<string, ServiceDoing> = {
  createDocument: {
    request: (args) => ({ url: API, method: 'POST', json: { title: args.text('title') } }),
    follow: (answer, args) =>
      args.text('text') === ''
        ? undefined
        : change(encodeURIComponent(textAt(answer, 'documentId')), [appending(args)]),
  },
  getDocument: get,
  updateDocument: { request: (args) => change(args.id('documentId'), changesOf(args)) },
  insertText: changeBy(insertion),
  replaceText: changeBy(replacement),
  appendText: changeBy(appending),
  getTextContent: {
    ...get,
    tell: (answer) => readText(listBodies(answer)) || 'The document is empty.',
  },
  insertImage: changeBy(image),
  createTable: changeBy(table),
}

/** The tools of Google Docs. */
export const googleDocsToolset = serviceToolset(googleDocsForm, { label: 'Google Docs', doings })
