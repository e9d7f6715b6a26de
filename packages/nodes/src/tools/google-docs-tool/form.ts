import type { ServiceAction, ServiceForm } from '../service-form.ts'
import { numberParam, reads, switchParam, textParam, writes } from '../service-parts.ts'

const document = { documentId: 'documentId' }
const tabbed = { ...document, includeTabsContent: 'includeTabsContent' }
const replaced = { replaceText: 'replaceText', newText: 'newText', matchCase: 'matchCase' }
const table = { rows: 'rows', columns: 'columns' }

const actions: Record<string, ServiceAction> = {
  createDocument: writes(
    'Makes a document in Google Docs, with its first text.',
    { title: 'title', text: 'text' },
    ['title'],
  ),
  getDocument: reads('Reads a document of Google Docs with all that Google knows of it.', tabbed, [
    'documentId',
  ]),
  updateDocument: writes(
    'Changes a document of Google Docs in one go: replaces a text, puts in a text, an image or a table.',
    { ...document, text: 'text', index: 'index', ...replaced, imageUrl: 'imageUrl', ...table },
    ['documentId'],
  ),
  insertText: writes(
    'Puts a text into a document of Google Docs.',
    { ...document, text: 'text', index: 'index' },
    ['documentId', 'text'],
  ),
  replaceText: writes(
    'Replaces a text everywhere in a document of Google Docs.',
    { ...document, ...replaced },
    ['documentId', 'replaceText'],
  ),
  appendText: writes('Adds a text at the end of a document of Google Docs.', { ...document, text: 'text' }, [
    'documentId',
    'text',
  ]),
  getTextContent: reads('Reads the text of a document of Google Docs.', tabbed, ['documentId']),
  insertImage: writes(
    'Puts an image of the web into a document of Google Docs.',
    { ...document, imageUrl: 'imageUrl', index: 'index' },
    ['documentId', 'imageUrl'],
  ),
  createTable: writes(
    'Puts an empty table into a document of Google Docs.',
    { ...document, ...table, index: 'index' },
    ['documentId', 'rows', 'columns'],
  ),
}

/** What Google Docs can do as a tool. */
export const googleDocsForm: ServiceForm = {
  prefix: 'google_docs',
  groups: [{ name: 'document', label: 'Document', param: 'actions', actions }],
  params: {
    documentId: textParam('Document ID', 'The id of the document, as it stands in its address'),
    title: textParam('Title', 'The title of the document'),
    text: textParam('Text', 'The text to put in', 4),
    index: numberParam('Index', 'The place in the document, 1 at its beginning', 1),
    replaceText: textParam('Replace Text', 'The text to replace'),
    newText: textParam('New Text', 'What stands in its place'),
    matchCase: switchParam('Match Case', 'Whether capitals count', false),
    imageUrl: {
      ...textParam('Image URL', 'The address of the image, which Google must reach'),
      namesNoHost: true,
    },
    rows: numberParam('Table Rows', 'How many rows the table has'),
    columns: numberParam('Table Columns', 'How many columns the table has'),
    includeTabsContent: switchParam(
      'Include Tabs Content',
      'Whether all tabs are read, and not only the first',
      false,
    ),
  },
}
