import { isJsonObject, type JsonObject } from '@runnel/contract'
import { textAt } from '@runnel/node-kit'
import { account, fakeAccount } from '../fake-account.fixture.ts'
import type { SentRequest, ToolCase } from '../tool-case.fixture.ts'

const MINE = '/gmail/v1/users/me'
const mail = { to: 'bob@example.com', subject: 'Tea', body: 'At four?' }
const encode = (text: string) => Buffer.from(text).toString('base64url')

const stored = {
  id: 'm1',
  threadId: 't1',
  labelIds: ['INBOX'],
  payload: {
    mimeType: 'multipart/alternative',
    headers: [
      { name: 'From', value: 'Ada <ada@example.com>' },
      { name: 'Subject', value: 'Tea' },
    ],
    parts: [{ mimeType: 'text/plain', body: { data: encode('See you at four.') } }],
  },
}

/** A mail that Gmail would take: url-safe base64 of headers, an empty line and a text. */
function isMail(raw: string): boolean {
  if (!/^[\w-]+$/.test(raw)) return false
  const text = Buffer.from(raw, 'base64url').toString('utf8')
  return /^To: .+\r\n/.test(text) && text.includes('\r\n\r\n')
}

function refuse({ method, url, body }: SentRequest): string | undefined {
  const path = url.pathname.slice(MINE.length)
  if (!url.pathname.startsWith(MINE)) return 'Unknown path'
  const sent: JsonObject = isJsonObject(body) ? body : {}
  if (path === '/messages/send' && !isMail(textAt(sent, 'raw')))
    return "'raw' RFC822 payload message string required"
  if (
    /^\/drafts(?:\/d1)?$/.test(path) &&
    ['POST', 'PUT'].includes(method) &&
    !isMail(textAt(sent, 'message', 'raw'))
  )
    return 'Missing draft message'
  if (path === '/labels' && method === 'POST' && textAt(sent, 'name') === '') return 'Label name required'
  if (isJsonObject(sent.color) && textAt(sent, 'color', 'textColor') === '') return 'Label colour needs both'
  return undefined
}

function answer({ method, url }: SentRequest) {
  const path = url.pathname.slice(MINE.length)
  if (method === 'DELETE') return null
  if (method !== 'GET') return { id: 'done-1', labelIds: ['SENT'] }
  if (path === '/labels') return { labels: [{ id: 'Label_1', name: 'Important' }] }
  if (path.startsWith('/labels/')) return { id: 'Label_1', name: 'Important' }
  if (path.startsWith('/drafts/')) return { id: 'd1', message: stored }
  if (path.startsWith('/messages/')) return stored
  if (path.startsWith('/threads/')) return { id: 't1', messages: [stored, { ...stored, id: 'm2' }] }
  return { messages: [{ id: 'm1', threadId: 't1' }] }
}

const to = (sends: string) => `${sends.split(' ')[0]} ${MINE}${sends.split(' ')[1]}`
const labels = { addLabelIds: 'STARRED, Label_1', removeLabelIds: 'UNREAD' }
const asLists = { addLabelIds: ['STARRED', 'Label_1'], removeLabelIds: ['UNREAD'] }

/** Gmail in the tests of the family. */
export const gmailCase: ToolCase = {
  node: 'gmail',
  values: { gmailType: 'messages', messageActions: '["listMessages","getMessage"]' },
  credential: account,
  input: { query: 'from:ada' },
  says: 'm1',
  wrong: [],
  server: fakeAccount({
    hosts: ['gmail.googleapis.com'],
    refuse,
    answer,
    huge: (text) => ({ messages: [{ id: text }] }),
  }),
  actions: {
    listDrafts: { input: { maxResults: 5 }, says: 'm1', sends: to('GET /drafts?maxResults=5') },
    createDraft: { input: mail, says: 'done-1', sends: to('POST /drafts') },
    getDraft: { input: { draftId: 'd1' }, says: 'See you at four.', sends: to('GET /drafts/d1?format=full') },
    updateDraft: { input: { draftId: 'd1', ...mail }, says: 'done-1', sends: to('PUT /drafts/d1') },
    sendDraft: {
      input: { draftId: 'd1' },
      says: 'done-1',
      sends: to('POST /drafts/send'),
      body: { id: 'd1' },
    },
    deleteDraft: { input: { draftId: 'd1' }, says: 'It is done.', sends: to('DELETE /drafts/d1') },
    listMessages: { input: { query: 'a b' }, says: 'm1', sends: to('GET /messages?q=a+b') },
    getMessage: {
      input: { messageId: 'm1' },
      says: 'From: Ada <ada@example.com>',
      sends: to('GET /messages/m1?format=full'),
    },
    sendMessage: {
      input: { ...mail, cc: 'cy@example.com' },
      says: 'done-1',
      sends: to('POST /messages/send'),
    },
    modifyMessage: {
      input: { messageId: 'm1', ...labels },
      says: 'done-1',
      sends: to('POST /messages/m1/modify'),
      body: asLists,
    },
    trashMessage: { input: { messageId: 'm1' }, says: 'done-1', sends: to('POST /messages/m1/trash') },
    untrashMessage: { input: { messageId: 'm1' }, says: 'done-1', sends: to('POST /messages/m1/untrash') },
    deleteMessage: { input: { messageId: 'm1' }, says: 'It is done.', sends: to('DELETE /messages/m1') },
    listLabels: { input: {}, says: 'Important', sends: to('GET /labels') },
    getLabel: { input: { labelId: 'Label_1' }, says: 'Important', sends: to('GET /labels/Label_1') },
    createLabel: {
      input: { labelName: 'Tea', labelColor: '#16a766' },
      says: 'done-1',
      sends: to('POST /labels'),
      body: { name: 'Tea', color: { backgroundColor: '#16a766', textColor: '#000000' } },
    },
    updateLabel: {
      input: { labelId: 'Label_1', labelName: 'Tea' },
      says: 'done-1',
      sends: to('PATCH /labels/Label_1'),
      body: { name: 'Tea' },
    },
    deleteLabel: { input: { labelId: 'Label_1' }, says: 'It is done.', sends: to('DELETE /labels/Label_1') },
    listThreads: { input: { query: 'a' }, says: 'm1', sends: to('GET /threads?q=a') },
    getThread: { input: { threadId: 't1' }, says: 'Id: m2', sends: to('GET /threads/t1?format=full') },
    modifyThread: {
      input: { threadId: 't1', ...labels },
      says: 'done-1',
      sends: to('POST /threads/t1/modify'),
      body: asLists,
    },
    trashThread: { input: { threadId: 't1' }, says: 'done-1', sends: to('POST /threads/t1/trash') },
    untrashThread: { input: { threadId: 't1' }, says: 'done-1', sends: to('POST /threads/t1/untrash') },
    deleteThread: { input: { threadId: 't1' }, says: 'It is done.', sends: to('DELETE /threads/t1') },
  },
}
