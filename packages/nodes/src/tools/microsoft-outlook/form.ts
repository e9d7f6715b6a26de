import type { ServiceAction, ServiceForm, ServiceParam } from '../service-form.ts'
import { numberParam, reads, switchParam, textParam, writes } from '../service-parts.ts'

/** What the arguments are; each action has a param of its own for each of its arguments. */
const ARGUMENTS: Readonly<Record<string, ServiceParam>> = {
  maxResults: numberParam('Max Results', 'The largest number to give', 50),
  calendarId: textParam('Calendar ID', 'The id of the calendar'),
  calendarName: textParam('Calendar Name', 'The name of the calendar'),
  eventId: textParam('Event ID', 'The id of the event'),
  messageId: textParam('Message ID', 'The id of the mail'),
  startDateTime: textParam('Start Date Time', 'When it begins, such as 2026-12-24T18:00:00'),
  endDateTime: textParam('End Date Time', 'When it ends, such as 2026-12-24T20:00:00'),
  timeZone: { ...textParam('Time Zone', 'The time zone, such as Europe/Berlin'), default: 'UTC' },
  location: textParam('Location', 'Where the event is'),
  attendees: textParam('Attendees', 'Addresses of those who are invited, with commas between them'),
  filter: textParam('Filter', 'A filter of Microsoft Graph, such as “isRead eq false”'),
  to: textParam('To', 'Addresses of those to whom it goes, with commas between them'),
  cc: textParam('CC', 'Addresses of those who get a copy, with commas between them'),
  bcc: textParam('BCC', 'Addresses of those who get a copy that nobody sees, with commas between them'),
  subject: textParam('Subject', 'The subject'),
  body: textParam('Body', 'The text', 4),
  isRead: switchParam('Is Read', 'Whether the mail counts as read'),
  destinationFolderId: textParam(
    'Destination Folder ID',
    'The id of the folder, or its name such as “archive”',
  ),
  replyBody: textParam('Reply Body', 'The text of the reply', 4),
  forwardTo: textParam('Forward To', 'Addresses of those to whom it is forwarded, with commas between them'),
  forwardComment: textParam('Forward Comment', 'What stands above the forwarded mail', 2),
}

/** What an action takes; a name with an exclamation mark is needed. */
type Taken = readonly string[]

const paramOf = (argument: string, action: string) =>
  `${argument}${action.charAt(0).toUpperCase()}${action.slice(1)}`

function actionsOf(
  described: Readonly<Record<string, readonly [kind: typeof reads, description: string, taken: Taken]>>,
): Record<string, ServiceAction> {
  return Object.fromEntries(
    Object.entries(described).map(([action, [kind, description, taken]]) => {
      const names = taken.map((name) => name.replace('!', ''))
      const args = Object.fromEntries(names.map((name) => [name, paramOf(name, action)]))
      const needs = names.filter((_, at) => taken[at]?.endsWith('!') === true)
      return [action, kind(description, args, needs)]
    }),
  )
}

const calendars = actionsOf({
  listCalendars: [reads, 'Lists the calendars of Outlook with their ids.', ['maxResults']],
  getCalendar: [reads, 'Reads what is known of a calendar of Outlook.', ['calendarId!']],
  createCalendar: [writes, 'Makes a calendar in Outlook.', ['calendarName!']],
  updateCalendar: [writes, 'Gives a calendar of Outlook another name.', ['calendarId!', 'calendarName!']],
  deleteCalendar: [writes, 'Deletes a calendar of Outlook with all of its events.', ['calendarId!']],
  listEvents: [
    reads,
    'Lists events of Outlook, of the main calendar where none is named; with both times, what lies between them.',
    ['calendarId', 'maxResults', 'startDateTime', 'endDateTime'],
  ],
  getEvent: [reads, 'Reads an event of Outlook.', ['eventId!']],
  createEvent: [
    writes,
    'Puts an event into the main calendar of Outlook, and invites those who are named.',
    ['subject!', 'body', 'startDateTime!', 'endDateTime!', 'timeZone', 'location', 'attendees'],
  ],
  updateEvent: [writes, 'Gives an event of Outlook another subject.', ['eventId!', 'subject!']],
  deleteEvent: [writes, 'Deletes an event of Outlook.', ['eventId!']],
})

const messages = actionsOf({
  listMessages: [reads, 'Lists mails of Outlook, newest first.', ['maxResults', 'filter']],
  getMessage: [reads, 'Reads a mail of Outlook.', ['messageId!']],
  createDraftMessage: [
    writes,
    'Writes a draft of a mail in Outlook, without sending it.',
    ['to!', 'subject!', 'body!', 'cc', 'bcc'],
  ],
  sendMessage: [writes, 'Sends a mail from Outlook.', ['to!', 'subject!', 'body!']],
  updateMessage: [writes, 'Marks a mail of Outlook as read or unread.', ['messageId!', 'isRead!']],
  deleteMessage: [writes, 'Deletes a mail of Outlook.', ['messageId!']],
  copyMessage: [writes, 'Copies a mail of Outlook into a folder.', ['messageId!', 'destinationFolderId!']],
  moveMessage: [writes, 'Moves a mail of Outlook into a folder.', ['messageId!', 'destinationFolderId!']],
  replyMessage: [writes, 'Answers a mail of Outlook; the answer is sent.', ['messageId!', 'replyBody!']],
  forwardMessage: [writes, 'Forwards a mail of Outlook.', ['messageId!', 'forwardTo!', 'forwardComment']],
})

/** Each argument of each action is a param; its label says for which action. */
function paramsOf(actions: Readonly<Record<string, ServiceAction>>): Record<string, ServiceParam> {
  const pairs = Object.entries(actions).flatMap(([action, { args }]) =>
    Object.entries(args).map(([argument, param]) => {
      const { label = argument, ...facts } = ARGUMENTS[argument] ?? {}
      const title = action.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
      const named = `${label} [${title.charAt(0).toUpperCase()}${title.slice(1)}]`
      return [param, { description: label, ...facts, label: named }] as const
    }),
  )
  return Object.fromEntries(pairs)
}

/** What Microsoft Outlook can do as a tool. */
export const outlookForm: ServiceForm = {
  prefix: 'outlook',
  choice: { param: 'outlookType', label: 'Type' },
  groups: [
    { name: 'calendar', label: 'Calendar', param: 'calendarActions', actions: calendars },
    { name: 'message', label: 'Message', param: 'messageActions', actions: messages },
  ],
  params: { ...paramsOf(calendars), ...paramsOf(messages) },
}
