import { accountCredential, defineNode } from '@runnel/node-kit'
import { GOOGLE_ACCOUNT_TEST, google, googleScope } from '../google-account.ts'
import { serviceDefinition } from '../service-form.ts'
import { googleDocsForm } from './form.ts'

const credential = accountCredential('googleDocsOAuth2', google, {
  label: 'Google Docs OAuth2',
  scopes: ['documents'].map(googleScope),
  test: GOOGLE_ACCOUNT_TEST,
})

/** A tool for documents: Google Docs. */
export const googleDocsTool = defineNode({
  definition: serviceDefinition(googleDocsForm, {
    name: 'googleDocsTool',
    label: 'Google Docs',
    version: 1,
    icon: 'IconFileText',
    description: 'Reads and writes documents of an account of Google',
    baseClasses: ['Tool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).googleDocsToolset },
})
