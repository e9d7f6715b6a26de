import { accountCredential, defineNode } from '@runnel/node-kit'
import { google, googleScope } from '../google-account.ts'
import { serviceDefinition } from '../service-form.ts'
import { gmailForm } from './form.ts'

const credential = accountCredential('gmailOAuth2', google, {
  label: 'Gmail OAuth2',
  scopes: ['gmail.readonly', 'gmail.compose', 'gmail.modify', 'gmail.labels'].map(googleScope),
  test: { url: 'https://gmail.googleapis.com/gmail/v1/users/me/profile' },
})

/** A tool that reads, writes and sends mails: Gmail. */
export const gmail = defineNode({
  definition: serviceDefinition(gmailForm, {
    name: 'gmail',
    label: 'Gmail',
    version: 1,
    icon: 'IconMail',
    description: 'Reads, writes and sends mails of an account of Gmail',
    baseClasses: ['Gmail', 'Tool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).gmailToolset },
})
