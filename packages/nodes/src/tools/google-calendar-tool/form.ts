import type { ServiceAction, ServiceForm, ServiceParam } from '../service-form.ts'
import { choiceParam, numberParam, reads, switchParam, textParam, writes } from '../service-parts.ts'

const event = { calendarId: 'calendarId', eventId: 'eventId' }
const told = { sendUpdates: 'sendUpdates' }
const content = {
  summary: 'summary',
  description: 'description',
  location: 'location',
  startDateTime: 'startDateTime',
  endDateTime: 'endDateTime',
  timeZone: 'timeZone',
  allDay: 'allDay',
  startDate: 'startDate',
  endDate: 'endDate',
  attendees: 'attendees',
  recurrence: 'recurrence',
  reminderMinutes: 'reminderMinutes',
  visibility: 'visibility',
}

const events: Record<string, ServiceAction> = {
  listEvents: reads('Lists events of a Google calendar, by time or by words.', {
    calendarId: 'calendarId',
    timeMin: 'timeMin',
    timeMax: 'timeMax',
    maxResults: 'maxResults',
    singleEvents: 'singleEvents',
    orderBy: 'orderBy',
    query: 'query',
  }),
  createEvent: writes(
    'Puts an event into a Google calendar. It has startDateTime and endDateTime, or allDay with startDate and endDate.',
    { calendarId: 'calendarId', ...content, ...told },
    ['summary'],
  ),
  getEvent: reads('Reads an event of a Google calendar.', event, ['eventId']),
  updateEvent: writes(
    'Changes an event of a Google calendar; what is left out stays as it is.',
    { ...event, ...content, ...told },
    ['eventId'],
  ),
  deleteEvent: writes('Deletes an event of a Google calendar.', { ...event, ...told }, ['eventId']),
  quickAddEvent: writes(
    'Puts an event into a Google calendar from a sentence, such as “Lunch with Ada tomorrow at noon”.',
    { calendarId: 'calendarId', quickAddText: 'quickAddText', ...told },
    ['quickAddText'],
  ),
}

const calendar = { calendarId: 'calendarIdForCalendar' }
const facts = {
  summary: 'calendarSummary',
  description: 'calendarDescription',
  location: 'calendarLocation',
  timeZone: 'calendarTimeZone',
}

const calendars: Record<string, ServiceAction> = {
  listCalendars: reads('Lists the Google calendars of the account with their ids.', {
    showHidden: 'showHidden',
    minAccessRole: 'minAccessRole',
  }),
  createCalendar: writes('Makes a Google calendar.', facts, ['summary']),
  getCalendar: reads('Reads what is known of a Google calendar.', calendar, ['calendarId']),
  updateCalendar: writes(
    'Changes a Google calendar; what is left out stays as it is.',
    { ...calendar, ...facts },
    ['calendarId'],
  ),
  deleteCalendar: writes('Deletes a Google calendar with all of its events.', calendar, ['calendarId']),
  clearCalendar: writes('Deletes all events of the primary Google calendar.', calendar, ['calendarId']),
}

const freebusy: Record<string, ServiceAction> = {
  queryFreebusy: reads(
    'Tells when Google calendars are busy between two times.',
    {
      timeMin: 'freebusyTimeMin',
      timeMax: 'freebusyTimeMax',
      calendarIds: 'calendarIds',
      groupExpansionMax: 'groupExpansionMax',
      calendarExpansionMax: 'calendarExpansionMax',
    },
    ['timeMin', 'timeMax', 'calendarIds'],
  ),
}

const time = (label: string, what: string) =>
  textParam(label, `${what}, with its offset, such as 2026-12-24T18:00:00+01:00`)
const day = (label: string, what: string) => textParam(label, `${what}, such as 2026-12-24`)
const zone = (label: string) => textParam(label, 'The time zone, such as Europe/Berlin')

const eventParams: Record<string, ServiceParam> = {
  calendarId: {
    ...textParam('Calendar ID', 'The id of the calendar; “primary” is the account’s own'),
    default: 'primary',
  },
  eventId: textParam('Event ID', 'The id of the event'),
  summary: textParam('Summary', 'The title of the event'),
  description: textParam('Description', 'What the event is about', 3),
  location: textParam('Location', 'Where the event is'),
  startDateTime: time('Start Date Time', 'When the event begins'),
  endDateTime: time('End Date Time', 'When the event ends'),
  timeZone: zone('Time Zone'),
  allDay: switchParam('All Day Event', 'Whether the event takes whole days'),
  startDate: day('Start Date', 'The first day of an event of whole days'),
  endDate: day('End Date', 'The day after the last one of an event of whole days'),
  attendees: textParam('Attendees', 'Addresses of those who are invited, with commas between them'),
  sendUpdates: choiceParam('Send Updates to', 'Who is told of the change by mail', {
    all: 'All',
    externalOnly: 'External Only',
    none: 'None',
  }),
  recurrence: textParam('Recurrence Rules', 'When the event comes again, such as RRULE:FREQ=WEEKLY;COUNT=4'),
  reminderMinutes: numberParam('Reminder Minutes', 'How many minutes before it begins people are reminded'),
  visibility: choiceParam('Visibility', 'Who sees more of the event than that it is', {
    default: 'Default',
    public: 'Public',
    private: 'Private',
    confidential: 'Confidential',
  }),
  quickAddText: textParam('Quick Add Text', 'The event in a sentence'),
  timeMin: time('Time Min', 'Events that end after this time'),
  timeMax: time('Time Max', 'Events that begin before this time'),
  maxResults: numberParam('Max Results', 'The largest number of events to give', 250),
  singleEvents: switchParam('Single Events', 'Whether each repetition of an event is given by itself', true),
  orderBy: choiceParam('Order By', 'The order of the events; by start time only with single events', {
    startTime: 'Start Time',
    updated: 'Updated',
  }),
  query: textParam('Query', 'Words that stand in the events'),
}

const calendarParams: Record<string, ServiceParam> = {
  calendarIdForCalendar: textParam('Calendar ID', 'The id of the calendar'),
  calendarSummary: textParam('Calendar Summary', 'The title of the calendar'),
  calendarDescription: textParam('Calendar Description', 'What the calendar is for'),
  calendarLocation: textParam('Calendar Location', 'Where the calendar is'),
  calendarTimeZone: zone('Calendar Time Zone'),
  showHidden: switchParam('Show Hidden', 'Whether hidden calendars are given, too'),
  minAccessRole: choiceParam('Min Access Role', 'What the account must be able to do with a calendar', {
    freeBusyReader: 'Free/Busy Reader',
    reader: 'Reader',
    writer: 'Writer',
    owner: 'Owner',
  }),
  freebusyTimeMin: time('Time Min', 'The first moment that is looked at'),
  freebusyTimeMax: time('Time Max', 'The last moment that is looked at'),
  calendarIds: textParam('Calendar IDs', 'Ids of the calendars, with commas between them'),
  groupExpansionMax: numberParam('Group Expansion Max', 'The largest number of calendars of one group'),
  calendarExpansionMax: numberParam('Calendar Expansion Max', 'The largest number of calendars in all'),
}

/** What Google Calendar can do as a tool. */
export const googleCalendarForm: ServiceForm = {
  prefix: 'google_calendar',
  choice: { param: 'calendarType', label: 'Type' },
  groups: [
    { name: 'event', label: 'Event', param: 'eventActions', actions: events },
    { name: 'calendar', label: 'Calendar', param: 'calendarActions', actions: calendars },
    { name: 'freebusy', label: 'Freebusy', param: 'freebusyActions', actions: freebusy },
  ],
  params: { ...eventParams, ...calendarParams },
}
