import { isJsonObject, type JsonObject } from '@runnel/contract'
import { listAt, textAt } from '@runnel/node-kit'
import { account, fakeAccount } from '../fake-account.fixture.ts'
import type { SentRequest, ToolCase } from '../tool-case.fixture.ts'

const ME = '/v1.0/me'
const mail = { to: 'bob@example.com, cy@example.com', subject: 'Tea', body: 'At four?' }
const people = [
  { emailAddress: { address: 'bob@example.com' } },
  { emailAddress: { address: 'cy@example.com' } },
]
const NO_ANSWER = ['/sendMail', '/reply', '/forward']

/** What Graph says of a mail that nobody gets. */
const faultOfMail = (sent: JsonObject) =>
  listAt(sent, 'toRecipients').length === 0 ? 'At least one recipient is not valid.' : undefined

function refuse({ method, url, body }: SentRequest): string | undefined {
  const sent: JsonObject = isJsonObject(body) ? body : {}
  const path = url.pathname.slice(ME.length)
  if (!url.pathname.startsWith(ME)) return 'Resource not found for the segment.'
  if (path === '/sendMail') return faultOfMail(isJsonObject(sent.message) ? sent.message : {})
  if (path.endsWith('/forward')) return faultOfMail(sent)
  if (method === 'POST' && path === '/events' && textAt(sent, 'end', 'timeZone') === '')
    return 'The property end is required.'
  if (/\/(?:copy|move)$/.test(path) && textAt(sent, 'destinationId') === '') return 'Id is malformed.'
  if (path.endsWith('/calendarView') && !url.searchParams.get('endDateTime'))
    return 'This request requires a time window.'
  return undefined
}

function answer({ method, url }: SentRequest) {
  if (method === 'DELETE' || NO_ANSWER.some((path) => url.pathname.endsWith(path))) return null
  return { value: [{ id: 'found-1' }] }
}

const DONE = 'It is done.'
const FOUND = 'found-1'
const at = (sends: string) => `${sends.split(' ')[0]} ${ME}${sends.split(' ')[1]}`
const hours = { startDateTime: '2026-12-24T18:00:00', endDateTime: '2026-12-24T20:00:00' }

/** Microsoft Outlook in the tests of the family. */
export const microsoftOutlookCase: ToolCase = {
  node: 'microsoftOutlook',
  values: { outlookType: 'message', messageActions: '["listMessages"]' },
  credential: account,
  input: { filter: 'isRead eq false' },
  says: FOUND,
  wrong: [],
  server: fakeAccount({
    hosts: ['graph.microsoft.com'],
    refuse,
    answer,
    huge: (text) => ({ value: [{ id: text }] }),
  }),
  actions: {
    listCalendars: { input: { maxResults: 5 }, says: FOUND, sends: at('GET /calendars?%24top=5') },
    getCalendar: { input: { calendarId: 'c=1' }, says: FOUND, sends: at('GET /calendars/c%3D1') },
    createCalendar: {
      input: { calendarName: 'Team' },
      says: FOUND,
      sends: at('POST /calendars'),
      body: { name: 'Team' },
    },
    updateCalendar: {
      input: { calendarId: 'c1', calendarName: 'Crew' },
      says: FOUND,
      sends: at('PATCH /calendars/c1'),
      body: { name: 'Crew' },
    },
    deleteCalendar: { input: { calendarId: 'c1' }, says: DONE, sends: at('DELETE /calendars/c1') },
    listEvents: {
      input: { calendarId: 'c1', ...hours },
      says: FOUND,
      sends: at(
        'GET /calendars/c1/calendarView?startDateTime=2026-12-24T18%3A00%3A00&endDateTime=2026-12-24T20%3A00%3A00',
      ),
    },
    getEvent: { input: { eventId: 'e1' }, says: FOUND, sends: at('GET /events/e1') },
    createEvent: {
      input: { subject: 'Tea', ...hours, attendees: 'bob@example.com', location: 'Kitchen' },
      says: FOUND,
      sends: at('POST /events'),
      body: {
        subject: 'Tea',
        start: { dateTime: hours.startDateTime, timeZone: 'UTC' },
        location: { displayName: 'Kitchen' },
        attendees: [{ emailAddress: { address: 'bob@example.com' }, type: 'required' }],
      },
    },
    updateEvent: {
      input: { eventId: 'e1', subject: 'Coffee' },
      says: FOUND,
      sends: at('PATCH /events/e1'),
      body: { subject: 'Coffee' },
    },
    deleteEvent: { input: { eventId: 'e1' }, says: DONE, sends: at('DELETE /events/e1') },
    listMessages: { input: { filter: 'a' }, says: FOUND, sends: at('GET /messages?%24filter=a') },
    getMessage: { input: { messageId: 'm1' }, says: FOUND, sends: at('GET /messages/m1') },
    createDraftMessage: {
      input: { ...mail, cc: 'dan@example.com' },
      says: FOUND,
      sends: at('POST /messages'),
      body: { toRecipients: people, ccRecipients: [{ emailAddress: { address: 'dan@example.com' } }] },
    },
    sendMessage: {
      input: mail,
      says: DONE,
      sends: at('POST /sendMail'),
      body: {
        message: { subject: 'Tea', body: { contentType: 'Text', content: 'At four?' }, toRecipients: people },
        saveToSentItems: true,
      },
    },
    updateMessage: {
      input: { messageId: 'm1', isRead: false },
      says: FOUND,
      sends: at('PATCH /messages/m1'),
      body: { isRead: false },
    },
    deleteMessage: { input: { messageId: 'm1' }, says: DONE, sends: at('DELETE /messages/m1') },
    copyMessage: {
      input: { messageId: 'm1', destinationFolderId: 'archive' },
      says: FOUND,
      sends: at('POST /messages/m1/copy'),
      body: { destinationId: 'archive' },
    },
    moveMessage: {
      input: { messageId: 'm1', destinationFolderId: 'archive' },
      says: FOUND,
      sends: at('POST /messages/m1/move'),
      body: { destinationId: 'archive' },
    },
    replyMessage: {
      input: { messageId: 'm1', replyBody: 'Yes' },
      says: DONE,
      sends: at('POST /messages/m1/reply'),
      body: { comment: 'Yes' },
    },
    forwardMessage: {
      input: { messageId: 'm1', forwardTo: 'bob@example.com, cy@example.com' },
      says: DONE,
      sends: at('POST /messages/m1/forward'),
      body: { comment: '', toRecipients: people },
    },
  },
}
