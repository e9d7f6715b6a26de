import type { ServiceAction, ServiceForm } from '../service-form.ts'
import { choiceParam, numberParam, reads, switchParam, textParam, writes } from '../service-parts.ts'

const drives = { supportsAllDrives: 'supportsAllDrives' }
const file = { fileId: 'fileId', ...drives }
const list = {
  pageSize: 'maxResults',
  orderBy: 'orderBy',
  includeItemsFromAllDrives: 'includeItemsFromAllDrives',
  ...drives,
}
const made = { name: 'fileName', parents: 'parentFolderId', ...drives }

const files: Record<string, ServiceAction> = {
  listFiles: reads('Lists files of Google Drive with their ids.', { ...list, fields: 'fields' }),
  getFile: reads(
    'Reads what is known of a file of Google Drive: name, type, size, times, links.',
    { ...file, fields: 'fields', acknowledgeAbuse: 'acknowledgeAbuse' },
    ['fileId'],
  ),
  createFile: writes(
    'Makes a file in Google Drive, with a text as its content where one is given.',
    { ...made, content: 'fileContent', mimeType: 'mimeType', description: 'description' },
    ['name'],
  ),
  updateFile: writes(
    'Gives a file of Google Drive another name or description.',
    { ...file, name: 'fileName', description: 'description' },
    ['fileId'],
  ),
  deleteFile: writes('Deletes a file of Google Drive for good, past the bin.', file, ['fileId']),
  copyFile: writes('Copies a file of Google Drive.', { ...file, ...made }, ['fileId']),
  downloadFile: reads(
    'Reads the content of a file of Google Drive. One of Google’s own kinds (Docs, Sheets, Slides) is read as the type that is given, such as text/plain or text/csv.',
    { ...file, mimeType: 'mimeType', acknowledgeAbuse: 'acknowledgeAbuse' },
    ['fileId'],
  ),
}

const folder = { folderId: 'folderId', ...drives }

const folders: Record<string, ServiceAction> = {
  createFolder: writes('Makes a folder in Google Drive.', { ...made, description: 'description' }, ['name']),
  listFolderContents: reads(
    'Lists what lies in a folder of Google Drive.',
    { ...folder, pageSize: 'maxResults', orderBy: 'orderBy' },
    ['folderId'],
  ),
  deleteFolder: writes('Deletes a folder of Google Drive for good, with all that lies in it.', folder, [
    'folderId',
  ]),
}

const searches: Record<string, ServiceAction> = {
  searchFiles: reads('Finds files of Google Drive.', { query: 'searchQuery', ...list }, ['query']),
}

const shares: Record<string, ServiceAction> = {
  shareFile: writes(
    'Lets somebody read or change a file of Google Drive.',
    {
      ...file,
      role: 'shareRole',
      type: 'shareType',
      emailAddress: 'emailAddress',
      domain: 'domainName',
      sendNotificationEmail: 'sendNotificationEmail',
      emailMessage: 'emailMessage',
    },
    ['fileId', 'role', 'type'],
  ),
  getPermissions: reads('Lists who may do what with a file of Google Drive.', file, ['fileId']),
  removePermission: writes(
    'Takes away what somebody may do with a file of Google Drive.',
    { ...file, permissionId: 'permissionId' },
    ['fileId', 'permissionId'],
  ),
}

/** What Google Drive can do as a tool. */
export const googleDriveForm: ServiceForm = {
  prefix: 'google_drive',
  choice: { param: 'driveType', label: 'Type' },
  groups: [
    { name: 'file', label: 'File', param: 'fileActions', actions: files },
    { name: 'folder', label: 'Folder', param: 'folderActions', actions: folders },
    { name: 'search', label: 'Search', param: 'searchActions', actions: searches },
    { name: 'share', label: 'Share', param: 'shareActions', actions: shares },
  ],
  params: {
    fileId: textParam('File ID', 'The id of the file'),
    folderId: textParam('Folder ID', 'The id of the folder'),
    permissionId: textParam('Permission ID', 'The id of the permission, as Get Permissions gives it'),
    fileName: textParam('Name', 'The name of the file or folder'),
    fileContent: textParam('File Content', 'The text of the file', 4),
    mimeType: textParam('MIME Type', 'The type of the content, such as text/plain'),
    parentFolderId: textParam('Parent Folder ID', 'The id of the folder in which it lies'),
    description: textParam('Description', 'What is said of it'),
    searchQuery: textParam(
      'Search Query',
      "What to find, in the words of the search of Google Drive, such as “name contains 'plan' and trashed = false”",
    ),
    maxResults: numberParam('Max Results', 'The largest number to give, at most 1000', 10),
    orderBy: choiceParam('Order By', 'What comes first', {
      name: 'Name',
      createdTime: 'Created Time',
      modifiedTime: 'Modified Time',
      quotaBytesUsed: 'Size',
      folder: 'Folder',
    }),
    shareRole: choiceParam('Share Role', 'What they may do', {
      reader: 'Reader',
      writer: 'Writer',
      commenter: 'Commenter',
      owner: 'Owner',
    }),
    shareType: choiceParam('Share Type', 'Who is meant', {
      user: 'User',
      group: 'Group',
      domain: 'Domain',
      anyone: 'Anyone',
    }),
    emailAddress: {
      ...textParam('Email Address', 'The mail address of the person or group'),
      namesNoHost: true,
    },
    domainName: { ...textParam('Domain Name', 'The domain whose people are meant'), namesNoHost: true },
    sendNotificationEmail: switchParam('Send Notification Email', 'Whether they get a mail', true),
    emailMessage: textParam('Email Message', 'What the mail says', 2),
    includeItemsFromAllDrives: switchParam(
      'Include Items From All Drives',
      'Whether shared drives count too',
    ),
    supportsAllDrives: switchParam('Supports All Drives', 'Whether files of shared drives are meant, too'),
    fields: textParam('Fields', 'What is told of each, such as “files(id,name,mimeType)”'),
    acknowledgeAbuse: switchParam('Acknowledge Abuse', 'Whether a file that may do harm is read, too'),
  },
}
