import type { JsonObject } from '@runnel/contract'
import type { ServiceArgs } from '../service-args.ts'
import {
  type HttpMethod,
  type ServiceDoing,
  type ServiceRequest,
  serviceToolset,
} from '../service-toolset.ts'
import { outlookForm } from './form.ts'

const ME = 'https://graph.microsoft.com/v1.0/me'

const peopleOf = (addresses: string[] | undefined) =>
  (addresses ?? []).map((address) => ({ emailAddress: { address } }))

const textOf = (content: string) => ({
  contentType: /<\/?[a-z][a-z\d]{0,15}\s{0,9}\/?>/i.test(content) ? 'HTML' : 'Text',
  content,
})

function mailOf(args: ServiceArgs): JsonObject {
  const [cc, bcc] = [args.list('cc'), args.list('bcc')]
  return {
    subject: args.text('subject'),
    body: textOf(args.text('body')),
    toRecipients: peopleOf(args.list('to')),
    ...(cc && { ccRecipients: peopleOf(cc) }),
    ...(bcc && { bccRecipients: peopleOf(bcc) }),
  }
}

function eventOf(args: ServiceArgs): JsonObject {
  const timeZone = args.text('timeZone') || 'UTC'
  const [body, location, attendees] = [args.text('body'), args.text('location'), args.list('attendees')]
  return {
    subject: args.text('subject'),
    start: { dateTime: args.text('startDateTime'), timeZone },
    end: { dateTime: args.text('endDateTime'), timeZone },
    ...(body !== '' && { body: textOf(body) }),
    ...(location !== '' && { location: { displayName: location } }),
    ...(attendees && { attendees: peopleOf(attendees).map((person) => ({ ...person, type: 'required' })) }),
  }
}

/** With both times what lies between them, repetitions included; with one of them what begins after or ends before it. */
function findEvents(args: ServiceArgs): ServiceRequest {
  const calendar =
    args.text('calendarId') === '' ? `${ME}/calendar` : `${ME}/calendars/${args.id('calendarId')}`
  const [begin, end] = [args.text('startDateTime'), args.text('endDateTime')]
  const top = { $top: args.number('maxResults') ?? '' }
  if (begin !== '' && end !== '')
    return { url: `${calendar}/calendarView`, query: { startDateTime: begin, endDateTime: end, ...top } }
  const quote = (time: string) => `'${time.replaceAll("'", "''")}'`
  const filter = begin === '' ? `end/dateTime le ${quote(end)}` : `start/dateTime ge ${quote(begin)}`
  return { url: `${calendar}/events`, query: { $filter: begin === end ? '' : filter, ...top } }
}

const IDS = { calendars: 'calendarId', events: 'eventId', messages: 'messageId' }

/** What is done to one thing: `act` is what stands behind its id. */
const one = (
  what: keyof typeof IDS,
  method: HttpMethod,
  { act = '', write }: { act?: string; write?: (args: ServiceArgs) => JsonObject } = {},
): ServiceDoing => ({
  request: (args) => ({
    url: `${ME}/${what}/${args.id(IDS[what])}${act}`,
    method,
    ...(write && { json: write(args) }),
  }),
})

const make = (path: string, write: (args: ServiceArgs) => JsonObject): ServiceDoing => ({
  request: (args) => ({ url: `${ME}/${path}`, method: 'POST', json: write(args) }),
})

const nameOf = (args: ServiceArgs) => ({ name: args.text('calendarName') })
const folderOf = (args: ServiceArgs) => ({ destinationId: args.text('destinationFolderId') })

const doings: Record<string, ServiceDoing> = {
  listCalendars: {
    request: (args) => ({ url: `${ME}/calendars`, query: { $top: args.number('maxResults') ?? '' } }),
  },
  getCalendar: one('calendars', 'GET'),
  createCalendar: make('calendars', nameOf),
  updateCalendar: one('calendars', 'PATCH', { write: nameOf }),
  deleteCalendar: one('calendars', 'DELETE'),
  listEvents: { request: findEvents },
  getEvent: one('events', 'GET'),
  createEvent: make('events', eventOf),
  updateEvent: one('events', 'PATCH', { write: (args) => ({ subject: args.text('subject') }) }),
  deleteEvent: one('events', 'DELETE'),
  listMessages: {
    request: (args) => ({
      url: `${ME}/messages`,
      query: { $top: args.number('maxResults') ?? '', $filter: args.text('filter') },
    }),
  },
  getMessage: one('messages', 'GET'),
  createDraftMessage: make('messages', mailOf),
  sendMessage: make('sendMail', (args) => ({ message: mailOf(args), saveToSentItems: true })),
  updateMessage: one('messages', 'PATCH', { write: (args) => ({ isRead: args.flag('isRead') ?? true }) }),
  deleteMessage: one('messages', 'DELETE'),
  copyMessage: one('messages', 'POST', { act: '/copy', write: folderOf }),
  moveMessage: one('messages', 'POST', { act: '/move', write: folderOf }),
  replyMessage: one('messages', 'POST', {
    act: '/reply',
    write: (args) => ({ comment: args.text('replyBody') }),
  }),
  forwardMessage: one('messages', 'POST', {
    act: '/forward',
    write: (args) => ({
      comment: args.text('forwardComment'),
      toRecipients: peopleOf(args.list('forwardTo')),
    }),
  }),
}

/** The tools of Microsoft Outlook. */
export const outlookToolset = serviceToolset(outlookForm, { label: 'Microsoft Outlook', doings })
