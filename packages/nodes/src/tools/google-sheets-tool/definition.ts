import { accountCredential, defineNode } from '@runnel/node-kit'
import { GOOGLE_ACCOUNT_TEST, google, googleScope } from '../google-account.ts'
import { serviceDefinition } from '../service-form.ts'
import { googleSheetsForm } from './form.ts'

const credential = accountCredential('googleSheetsOAuth2', google, {
  label: 'Google Sheets OAuth2',
  scopes: ['spreadsheets'].map(googleScope),
  test: GOOGLE_ACCOUNT_TEST,
})

/** A tool for spreadsheets: Google Sheets. */
export const googleSheetsTool = defineNode({
  definition: serviceDefinition(googleSheetsForm, {
    name: 'googleSheetsTool',
    label: 'Google Sheets',
    version: 1,
    icon: 'IconTable',
    description: 'Reads and writes spreadsheets of an account of Google',
    baseClasses: ['Tool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).googleSheetsToolset },
})
