import { accountCredential, defineNode } from '@runnel/node-kit'
import { google, googleScope } from '../google-account.ts'
import { serviceDefinition } from '../service-form.ts'
import { googleCalendarForm } from './form.ts'

const credential = accountCredential('googleCalendarOAuth2', google, {
  label: 'Google Calendar OAuth2',
  scopes: ['calendar', 'calendar.events'].map(googleScope),
  test: { url: 'https://www.googleapis.com/calendar/v3/users/me/calendarList?maxResults=1' },
})

/** A tool for events and calendars: Google Calendar. */
export const googleCalendarTool = defineNode({
  definition: serviceDefinition(googleCalendarForm, {
    name: 'googleCalendarTool',
    label: 'Google Calendar',
    version: 1,
    icon: 'IconCalendarEvent',
    description: 'Reads and writes events and calendars of an account of Google',
    baseClasses: ['Tool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).googleCalendarToolset },
})
