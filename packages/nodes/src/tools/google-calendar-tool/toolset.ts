import { type JsonObject, RunnelError } from '@runnel/contract'
import type { ServiceArgs } from '../service-args.ts'
import { type HttpMethod, type ServiceDoing, serviceToolset } from '../service-toolset.ts'
import { googleCalendarForm } from './form.ts'

const API = 'https://www.googleapis.com/calendar/v3'

/** The events of the calendar of a call; the account's own where none is named. */
function eventsOf(args: ServiceArgs): string {
  const calendar = args.text('calendarId') === '' ? 'primary' : args.id('calendarId')
  return `${API}/calendars/${calendar}/events`
}

const full = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== null))

/** Begin and end: days, or times with their zone. @throws RunnelError `invalid_input` where only one of them is said */
function timesOf(args: ServiceArgs): JsonObject {
  const isAllDay = args.flag('allDay') ?? false
  const [begin, end] = isAllDay ? ['startDate', 'endDate'] : ['startDateTime', 'endDateTime']
  const pair = [args.text(begin ?? ''), args.text(end ?? '')]
  if (pair.every((each) => each === '')) return {}
  if (pair.includes('')) {
    throw new RunnelError(
      'invalid_input',
      `The arguments "${begin}" and "${end}" belong together. Call the tool again with both.`,
    )
  }
  const [start = '', finish = ''] = pair
  if (isAllDay) return { start: { date: start }, end: { date: finish } }
  const zone = args.text('timeZone') === '' ? {} : { timeZone: args.text('timeZone') }
  return { start: { dateTime: start, ...zone }, end: { dateTime: finish, ...zone } }
}

function eventOf(args: ServiceArgs): JsonObject {
  const attendees = args.list('attendees')?.map((email) => ({ email }))
  const recurrence = args.text('recurrence')
  const minutes = args.number('reminderMinutes')
  return {
    ...full({
      summary: args.text('summary'),
      description: args.text('description'),
      location: args.text('location'),
      visibility: args.text('visibility'),
    }),
    ...timesOf(args),
    ...(attendees && { attendees }),
    ...(recurrence !== '' && { recurrence: recurrence.split('\n').map((rule) => rule.trim()) }),
    ...(minutes !== undefined && {
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes }] },
    }),
  }
}

const calendarOf = (args: ServiceArgs): JsonObject =>
  full({
    summary: args.text('summary'),
    description: args.text('description'),
    location: args.text('location'),
    timeZone: args.text('timeZone'),
  })

const withUpdates = (args: ServiceArgs) => ({ sendUpdates: args.text('sendUpdates') })

const onEvent = (method: HttpMethod, write?: (args: ServiceArgs) => JsonObject): ServiceDoing => ({
  request: (args) => ({
    url: `${eventsOf(args)}/${args.id('eventId')}`,
    method,
    ...(method !== 'GET' && { query: withUpdates(args) }),
    ...(write && { json: write(args) }),
  }),
})

const onCalendar = (
  method: HttpMethod,
  { act = '', write }: { act?: string; write?: (args: ServiceArgs) => JsonObject } = {},
): ServiceDoing => ({
  request: (args) => ({
    url: `${API}/calendars/${args.id('calendarId')}${act}`,
    method,
    ...(write && { json: write(args) }),
  }),
})

const doings: Record<string, ServiceDoing> = {
  listEvents: {
    request: (args) => ({
      url: eventsOf(args),
      query: {
        timeMin: args.text('timeMin'),
        timeMax: args.text('timeMax'),
        maxResults: args.number('maxResults') ?? '',
        singleEvents: args.flag('singleEvents') ?? '',
        orderBy: args.text('orderBy'),
        q: args.text('query'),
      },
    }),
  },
  createEvent: {
    request: (args) => ({
      url: eventsOf(args),
      method: 'POST',
      query: withUpdates(args),
      json: eventOf(args),
    }),
  },
  getEvent: onEvent('GET'),
  updateEvent: onEvent('PATCH', eventOf),
  deleteEvent: onEvent('DELETE'),
  quickAddEvent: {
    request: (args) => ({
      url: `${eventsOf(args)}/quickAdd`,
      method: 'POST',
      query: { text: args.text('quickAddText'), ...withUpdates(args) },
    }),
  },
  listCalendars: {
    request: (args) => ({
      url: `${API}/users/me/calendarList`,
      query: { showHidden: args.flag('showHidden') ?? '', minAccessRole: args.text('minAccessRole') },
    }),
  },
  createCalendar: {
    request: (args) => ({ url: `${API}/calendars`, method: 'POST', json: calendarOf(args) }),
  },
  getCalendar: onCalendar('GET'),
  updateCalendar: onCalendar('PATCH', { write: calendarOf }),
  deleteCalendar: onCalendar('DELETE'),
  clearCalendar: onCalendar('POST', { act: '/clear' }),
  queryFreebusy: {
    request: (args) => ({
      url: `${API}/freeBusy`,
      method: 'POST',
      json: {
        timeMin: args.text('timeMin'),
        timeMax: args.text('timeMax'),
        items: (args.list('calendarIds') ?? []).map((id) => ({ id })),
        ...full({
          groupExpansionMax: args.number('groupExpansionMax') ?? null,
          calendarExpansionMax: args.number('calendarExpansionMax') ?? null,
        }),
      },
    }),
  },
}

/** The tools of Google Calendar. */
export const googleCalendarToolset = serviceToolset(googleCalendarForm, { label: 'Google Calendar', doings })
