import { accountCredential, defineNode } from '@runnel/node-kit'
import { microsoft } from '../microsoft-account.ts'
import { serviceDefinition } from '../service-form.ts'
import { outlookForm } from './form.ts'

const credential = accountCredential('microsoftOutlookOAuth2', microsoft, {
  label: 'Microsoft Outlook OAuth2',
  scopes: ['Calendars.ReadWrite', 'Mail.ReadWrite', 'Mail.Send'],
  test: { url: 'https://graph.microsoft.com/v1.0/me/mailFolders?$top=1' },
})

/** A tool for mails, events and calendars: Microsoft Outlook. */
export const microsoftOutlook = defineNode({
  definition: serviceDefinition(outlookForm, {
    name: 'microsoftOutlook',
    label: 'Microsoft Outlook',
    version: 1,
    icon: 'IconMail',
    description: 'Reads, writes and sends mails and events of an account of Microsoft',
    baseClasses: ['MicrosoftOutlook', 'Tool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).outlookToolset },
})
