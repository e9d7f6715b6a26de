import { isJsonObject } from '@runnel/contract'
import { textAt } from '@runnel/node-kit'
import { account, fakeAccount } from '../fake-account.fixture.ts'
import type { SentRequest, ToolCase } from '../tool-case.fixture.ts'

const FILES = '/drive/v3/files'
const KNOWN = 'id%2Cname%2CmimeType%2Cdescription%2Csize%2CcreatedTime%2CmodifiedTime%2Cparents%2CwebViewLink'
const listed = `fields=files%28${KNOWN}%29%2CnextPageToken`

/** An upload of two parts: what is known of the file as JSON, then its content. */
function faultOfUpload({ headers, text }: SentRequest): string | undefined {
  const [, boundary] = /^multipart\/related; boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? []
  if (boundary === undefined) return 'Upload must be multipart/related'
  const parts = text.split(`--${boundary}`)
  if (parts.length !== 4 || parts[3] !== '--') return 'Malformed multipart body.'
  const [head, facts] = (parts[1] ?? '').split('\r\n\r\n')
  if (!head?.includes('application/json')) return 'Missing metadata part.'
  return textAt(JSON.parse(facts ?? '{}'), 'name') === '' ? 'Missing name.' : undefined
}

function refuse(sent: SentRequest): string | undefined {
  const { method, url, body } = sent
  if (url.pathname === '/upload/drive/v3/files') return faultOfUpload(sent)
  if (!url.pathname.startsWith(FILES)) return 'Not Found'
  if (method === 'POST' && url.pathname.endsWith('/permissions')) {
    const role = textAt(isJsonObject(body) ? body : {}, 'role')
    if (role === '') return 'The permission role field is required.'
    if (role === 'owner' && url.searchParams.get('transferOwnership') !== 'true')
      return 'The transferOwnership parameter must be enabled.'
  }
  return undefined
}

function answer({ method, url }: SentRequest) {
  if (method === 'DELETE') return null
  if (url.searchParams.get('alt') === 'media' || url.pathname.endsWith('/export')) return 'The plan.'
  return { id: 'f-1', files: [{ id: 'f-1', name: 'Plan' }] }
}

const at = (sends: string) => `${sends.split(' ')[0]} ${FILES}${sends.split(' ')[1]}`

/** Google Drive in the tests of the family. */
export const googleDriveToolCase: ToolCase = {
  node: 'googleDriveTool',
  values: { driveType: 'search', searchActions: '["searchFiles"]' },
  credential: account,
  input: { query: "name contains 'plan'" },
  says: 'f-1',
  wrong: [[{}, 'The argument "query" is missing']],
  server: fakeAccount({
    hosts: ['www.googleapis.com'],
    refuse,
    answer,
    huge: (text) => ({ files: [{ name: text }] }),
  }),
  actions: {
    listFiles: {
      input: { pageSize: 5, orderBy: 'name' },
      says: 'f-1',
      sends: at(`GET ?pageSize=5&orderBy=name&${listed}`),
    },
    getFile: { input: { fileId: 'f 1' }, says: 'f-1', sends: at(`GET /f%201?fields=${KNOWN}`) },
    createFile: {
      input: { name: 'Plan', content: 'The plan.', parents: 'p-1' },
      says: 'f-1',
      sends: `POST /upload/drive/v3/files?uploadType=multipart&fields=${KNOWN}`,
    },
    updateFile: {
      input: { fileId: 'f-1', name: 'Plan B', supportsAllDrives: true },
      says: 'f-1',
      sends: at('PATCH /f-1?supportsAllDrives=true'),
      body: { name: 'Plan B' },
    },
    deleteFile: { input: { fileId: 'f-1' }, says: 'It is done.', sends: at('DELETE /f-1') },
    copyFile: {
      input: { fileId: 'f-1', name: 'Copy', parents: 'p-1, p-2' },
      says: 'f-1',
      sends: at('POST /f-1/copy'),
      body: { name: 'Copy', parents: ['p-1', 'p-2'] },
    },
    downloadFile: { input: { fileId: 'f-1' }, says: 'The plan.', sends: at('GET /f-1?alt=media') },
    createFolder: {
      input: { name: 'Plans' },
      says: 'f-1',
      sends: at(`POST ?fields=${KNOWN}`),
      body: { name: 'Plans', mimeType: 'application/vnd.google-apps.folder' },
    },
    listFolderContents: {
      input: { folderId: "it's" },
      says: 'f-1',
      sends: at(`GET ?q=%27it%5C%27s%27+in+parents+and+trashed+%3D+false&pageSize=10&${listed}`),
    },
    deleteFolder: { input: { folderId: 'p-1' }, says: 'It is done.', sends: at('DELETE /p-1') },
    searchFiles: {
      input: { query: 'trashed = false', pageSize: 5000 },
      says: 'f-1',
      sends: at(`GET ?q=trashed+%3D+false&pageSize=1000&${listed}`),
    },
    shareFile: {
      input: { fileId: 'f-1', role: 'owner', type: 'user', emailAddress: 'ada@example.com' },
      says: 'f-1',
      sends: at('POST /f-1/permissions?transferOwnership=true'),
      body: { role: 'owner', type: 'user', emailAddress: 'ada@example.com' },
    },
    getPermissions: {
      input: { fileId: 'f-1' },
      says: 'f-1',
      sends: at(
        'GET /f-1/permissions?fields=permissions%28id%2Ctype%2Crole%2CemailAddress%2Cdomain%2CdisplayName%29',
      ),
    },
    removePermission: {
      input: { fileId: 'f-1', permissionId: 'q-1' },
      says: 'It is done.',
      sends: at('DELETE /f-1/permissions/q-1'),
    },
  },
}
