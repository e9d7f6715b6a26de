import { credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Files of Google Drive as documents. */
export const googleDrive = defineNode({
  definition: loaderDefinition({
    name: 'googleDrive',
    label: 'Google Drive',
    version: 1,
    icon: 'IconFolder',
    description: 'Files of Google Drive',
    reads: 'servers',
    credential: credentialInput({ name: 'googleDriveOAuth2' }),

    source: [
      {
        label: 'Select Files',
        name: 'selectedFiles',
        type: 'asyncMultiOptions',
        loadMethod: 'listFiles',
        description: 'Files of the account; all of the folder when empty',
        optional: true,
      },
      {
        label: 'Folder ID',
        name: 'folderId',
        type: 'string',
        overridable: true,
        placeholder: '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms',
        description: 'The last part of the address of a folder: its files are read',
        optional: true,
      },
      {
        label: 'File Types',
        name: 'fileTypes',
        type: 'multiOptions',
        options: [
          { label: 'Google Docs', name: 'application/vnd.google-apps.document' },
          { label: 'Google Sheets', name: 'application/vnd.google-apps.spreadsheet' },
          { label: 'Google Slides', name: 'application/vnd.google-apps.presentation' },
          { label: 'PDF Files', name: 'application/pdf' },
          { label: 'Text Files', name: 'text/plain' },
          {
            label: 'Word Documents',
            name: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          },
          {
            label: 'PowerPoint',
            name: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
          },
          { label: 'Excel Files', name: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
        ],
        description: 'Which files of the folder are read; all when empty',
        optional: true,
      },
      {
        label: 'Include Subfolders',
        name: 'includeSubfolders',
        type: 'boolean',
        overridable: true,
        default: false,
        optional: true,
      },
      {
        label: 'Include Shared Drives',
        name: 'includeSharedDrives',
        type: 'boolean',
        overridable: true,
        default: false,
        optional: true,
      },
      {
        label: 'Max Files',
        name: 'maxFiles',
        type: 'number',
        overridable: true,
        min: 1,
        default: 50,
        optional: true,
      },
    ],
  }),

  load: { listFiles: async () => (await import('./list-files.ts')).listFiles },
  provides: provideLoader(async () => (await import('./load.ts')).loadDriveFiles),
})
