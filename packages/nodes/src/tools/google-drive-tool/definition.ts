import { accountCredential, defineNode } from '@runnel/node-kit'
import { google, googleScope } from '../google-account.ts'
import { serviceDefinition } from '../service-form.ts'
import { googleDriveForm } from './form.ts'

const credential = accountCredential('googleDriveOAuth2', google, {
  label: 'Google Drive OAuth2',
  scopes: ['drive'].map(googleScope),
  test: { url: 'https://www.googleapis.com/drive/v3/about?fields=user' },
})

/** A tool for files and folders: Google Drive. */
export const googleDriveTool = defineNode({
  definition: serviceDefinition(googleDriveForm, {
    name: 'googleDriveTool',
    label: 'Google Drive',
    version: 1,
    icon: 'IconFileText',
    description: 'Finds, reads, writes and shares files of an account of Google Drive',
    baseClasses: ['Tool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).googleDriveToolset },
})
