import { isJsonObject } from '@runnel/contract'
import { listAt } from '@runnel/node-kit'
import { account, fakeAccount } from '../fake-account.fixture.ts'
import type { SentRequest, ToolCase } from '../tool-case.fixture.ts'

const API = '/v1/documents'
const d1 = { documentId: 'd1' }
const CHANGE = `POST ${API}/d1:batchUpdate`
const line = (content: string) => ({ paragraph: { elements: [{ textRun: { content } }] } })
const stored = {
  documentId: 'd1',
  body: {
    content: [
      line('First line\n'),
      { table: { tableRows: [{ tableCells: [{ content: [line('In a cell\n')] }] }] } },
    ],
  },
}

function refuse({ method, url, body }: SentRequest): string | undefined {
  if (!url.pathname.startsWith(API)) return 'Unknown path'
  if (method !== 'POST' || url.pathname === API) return undefined
  const requests = isJsonObject(body) ? listAt(body, 'requests') : []
  if (requests.length === 0) return 'Must specify at least one request.'
  return requests.every((request) => Object.keys(request).length === 1) ? undefined : 'Invalid requests'
}

/** Google Docs in the tests of the family. */
export const googleDocsToolCase: ToolCase = {
  node: 'googleDocsTool',
  values: { actions: '["getDocument","updateDocument"]' },
  credential: account,
  input: d1,
  says: 'First line',
  wrong: [[{ documentId: '..' }, 'is no id']],
  server: fakeAccount({
    hosts: ['docs.googleapis.com'],
    refuse,
    answer: () => stored,
    huge: (text) => ({ body: { content: [line(text)] } }),
  }),
  actions: {
    createDocument: { input: { title: 'Tea' }, says: 'd1', sends: `POST ${API}`, body: { title: 'Tea' } },
    getDocument: { input: d1, says: 'First line', sends: `GET ${API}/d1` },
    updateDocument: {
      input: { ...d1, text: 'New', replaceText: 'old', newText: 'young' },
      says: 'd1',
      sends: CHANGE,
      body: {
        requests: [
          { replaceAllText: { containsText: { text: 'old', matchCase: false }, replaceText: 'young' } },
          { insertText: { location: { index: 1 }, text: 'New' } },
        ],
      },
    },
    insertText: {
      input: { ...d1, text: 'Hello', index: 7 },
      says: 'd1',
      sends: CHANGE,
      body: { requests: [{ insertText: { location: { index: 7 }, text: 'Hello' } }] },
    },
    replaceText: {
      input: { ...d1, replaceText: 'a', newText: 'b', matchCase: true },
      says: 'd1',
      sends: CHANGE,
      body: {
        requests: [{ replaceAllText: { containsText: { text: 'a', matchCase: true }, replaceText: 'b' } }],
      },
    },
    appendText: {
      input: { ...d1, text: 'End' },
      says: 'd1',
      sends: CHANGE,
      body: { requests: [{ insertText: { endOfSegmentLocation: {}, text: 'End' } }] },
    },
    getTextContent: { input: d1, says: 'First line\nIn a cell', sends: `GET ${API}/d1` },
    insertImage: {
      input: { ...d1, imageUrl: 'https://images.example/tea.png' },
      says: 'd1',
      sends: CHANGE,
      body: { requests: [{ insertInlineImage: { uri: 'https://images.example/tea.png' } }] },
    },
    createTable: {
      input: { ...d1, rows: 2, columns: 3 },
      says: 'd1',
      sends: CHANGE,
      body: { requests: [{ insertTable: { rows: 2, columns: 3, location: { index: 1 } } }] },
    },
  },
}
