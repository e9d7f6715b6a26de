import { isJsonObject, type JsonObject } from '@runnel/contract'
import { textAt, valueAt } from '@runnel/node-kit'
import { account, fakeAccount } from '../fake-account.fixture.ts'
import type { SentRequest, ToolCase } from '../tool-case.fixture.ts'

const API = '/calendar/v3'
const MINE = `${API}/calendars/primary/events`
const hours = { startDateTime: '2026-12-24T18:00:00+01:00', endDateTime: '2026-12-24T20:00:00+01:00' }

/** What Google says of an event without both ends, or with ends of different kinds. */
function faultOfTimes(event: JsonObject): string | undefined {
  const [start, end] = [valueAt(event, 'start'), valueAt(event, 'end')]
  if (!isJsonObject(start) || !isJsonObject(end)) return 'Missing end time.'
  return 'date' in start === 'date' in end
    ? undefined
    : 'Start and end times must either both be date or both be dateTime.'
}

function refuse({ method, url, body }: SentRequest): string | undefined {
  const { pathname, searchParams } = url
  const sent: JsonObject = isJsonObject(body) ? body : {}
  if (!pathname.startsWith(API)) return 'Unknown path'
  if (pathname === MINE && method === 'POST') return faultOfTimes(sent)
  if (pathname.endsWith('/quickAdd') && !searchParams.get('text')) return 'Missing text.'
  if (pathname === `${API}/calendars` && textAt(sent, 'summary') === '') return 'Missing title.'
  if (pathname === `${API}/freeBusy` && textAt(sent, 'timeMin') === '') return 'Missing timeMin parameter.'
  if (searchParams.get('orderBy') === 'startTime' && searchParams.get('singleEvents') !== 'true')
    return 'The requested ordering is not available for the particular query.'
  return undefined
}

function answer({ method, url }: SentRequest) {
  if (method === 'DELETE' || url.pathname.endsWith('/clear')) return null
  if (url.pathname.endsWith('/freeBusy')) return { calendars: { primary: { busy: [{ start: 'noon' }] } } }
  if (method === 'GET' && url.pathname === MINE) return { items: [{ id: 'e1', summary: 'Tea' }] }
  if (url.pathname.endsWith('calendarList')) return { items: [{ id: 'c1', summary: 'Team' }] }
  return { id: 'e1', summary: 'Tea' }
}

/** Google Calendar in the tests of the family. */
export const googleCalendarToolCase: ToolCase = {
  node: 'googleCalendarTool',
  values: { calendarType: 'event', eventActions: '["listEvents"]' },
  credential: account,
  input: { query: 'tea' },
  says: 'Tea',
  wrong: [[{ orderBy: 'size' }, 'The argument "orderBy" must be one of startTime, updated']],
  server: fakeAccount({
    hosts: ['www.googleapis.com'],
    refuse,
    answer,
    huge: (text) => ({ items: [{ id: text }] }),
  }),
  actions: {
    listEvents: {
      input: { timeMin: '2026-12-24T00:00:00Z', singleEvents: true, orderBy: 'startTime', query: 'tea' },
      says: 'Tea',
      sends: `GET ${MINE}?timeMin=2026-12-24T00%3A00%3A00Z&singleEvents=true&orderBy=startTime&q=tea`,
    },
    createEvent: {
      input: {
        summary: 'Tea',
        ...hours,
        timeZone: 'Europe/Berlin',
        attendees: 'bob@example.com, cy@example.com',
        recurrence: 'RRULE:FREQ=WEEKLY',
        reminderMinutes: 10,
        sendUpdates: 'all',
      },
      says: 'e1',
      sends: `POST ${MINE}?sendUpdates=all`,
      body: {
        summary: 'Tea',
        start: { dateTime: hours.startDateTime, timeZone: 'Europe/Berlin' },
        attendees: [{ email: 'bob@example.com' }, { email: 'cy@example.com' }],
        recurrence: ['RRULE:FREQ=WEEKLY'],
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
      },
    },
    getEvent: { input: { eventId: 'e1' }, says: 'Tea', sends: `GET ${MINE}/e1` },
    updateEvent: {
      input: { eventId: 'e1', allDay: true, startDate: '2026-12-24', endDate: '2026-12-25' },
      says: 'e1',
      sends: `PATCH ${MINE}/e1`,
      body: { start: { date: '2026-12-24' }, end: { date: '2026-12-25' } },
    },
    deleteEvent: { input: { eventId: 'e1' }, says: 'It is done.', sends: `DELETE ${MINE}/e1` },
    quickAddEvent: {
      input: { quickAddText: 'Tea tomorrow' },
      says: 'e1',
      sends: `POST ${MINE}/quickAdd?text=Tea+tomorrow`,
    },
    listCalendars: {
      input: { showHidden: true, minAccessRole: 'owner' },
      says: 'Team',
      sends: `GET ${API}/users/me/calendarList?showHidden=true&minAccessRole=owner`,
    },
    createCalendar: {
      input: { summary: 'Team', timeZone: 'Europe/Berlin' },
      says: 'e1',
      sends: `POST ${API}/calendars`,
      body: { summary: 'Team', timeZone: 'Europe/Berlin' },
    },
    getCalendar: {
      input: { calendarId: 'a@b.example' },
      says: 'e1',
      sends: `GET ${API}/calendars/a%40b.example`,
    },
    updateCalendar: {
      input: { calendarId: 'c1', description: 'Ours' },
      says: 'e1',
      sends: `PATCH ${API}/calendars/c1`,
      body: { description: 'Ours' },
    },
    deleteCalendar: { input: { calendarId: 'c1' }, says: 'It is done.', sends: `DELETE ${API}/calendars/c1` },
    clearCalendar: {
      input: { calendarId: 'primary' },
      says: 'It is done.',
      sends: `POST ${API}/calendars/primary/clear`,
    },
    queryFreebusy: {
      input: { timeMin: 'a', timeMax: 'b', calendarIds: 'primary, c1' },
      says: 'noon',
      sends: `POST ${API}/freeBusy`,
      body: { timeMin: 'a', timeMax: 'b', items: [{ id: 'primary' }, { id: 'c1' }] },
    },
  },
}
