import type { JsonObject } from '@runnel/contract'
import { chooseBoundary } from '@runnel/node-kit'
import type { ServiceArgs } from '../service-args.ts'
import { type HttpMethod, type ServiceDoing, serviceToolset } from '../service-toolset.ts'
import { googleDriveForm } from './form.ts'

const API = 'https://www.googleapis.com/drive/v3/files'
const UPLOAD = 'https://www.googleapis.com/upload/drive/v3/files'
const FOLDER = 'application/vnd.google-apps.folder'
const KNOWN = 'id,name,mimeType,description,size,createdTime,modifiedTime,parents,webViewLink'
const MOST = 1_000

const fileOf = (args: ServiceArgs) => `${API}/${args.id('fileId')}`
const drivesOf = (args: ServiceArgs): JsonObject => ({
  supportsAllDrives: args.flag('supportsAllDrives') ?? '',
})

/** What is known of a file beforehand; nothing of what was left out. */
function factsOf(args: ServiceArgs): JsonObject {
  const [name, description, mimeType] = ['name', 'description', 'mimeType'].map(args.text)
  const parents = args.list('parents')
  return {
    ...(name && { name }),
    ...(description && { description }),
    ...(mimeType && { mimeType }),
    ...(parents && { parents }),
  }
}

const listing = (args: ServiceArgs, q: string, fields = ''): JsonObject => ({
  q,
  pageSize: Math.min(Math.max(Math.floor(args.number('pageSize') ?? 10), 1), MOST),
  orderBy: args.text('orderBy'),
  fields: fields || `files(${KNOWN}),nextPageToken`,
  includeItemsFromAllDrives: args.flag('includeItemsFromAllDrives') ?? '',
  ...drivesOf(args),
})

const one = (method: HttpMethod, query: (args: ServiceArgs) => JsonObject = drivesOf): ServiceDoing => ({
  request: (args) => ({ url: fileOf(args), method, query: query(args) }),
})

/** Facts and content in one request, which Google takes as two parts. */
function upload(facts: JsonObject, text: string) {
  const type = String(facts.mimeType ?? 'text/plain')
  const boundary = chooseBoundary([text, JSON.stringify(facts)])
  const safeType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : 'text/plain'
  const parts = [
    ['application/json; charset=UTF-8', JSON.stringify(facts)],
    [safeType, text],
  ].map(([kind, body]) => `--${boundary}\r\ncontent-type: ${kind}\r\n\r\n${body}\r\n`)
  return { type: `multipart/related; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--` }
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const doings: Record<string, ServiceDoing> = {
  listFiles: { request: (args) => ({ url: API, query: listing(args, '', args.text('fields')) }) },
  getFile: one('GET', (args) => ({
    fields: args.text('fields') || KNOWN,
    acknowledgeAbuse: args.flag('acknowledgeAbuse') ?? '',
    ...drivesOf(args),
  })),
  createFile: {
    request(args) {
      const [facts, text] = [factsOf(args), args.text('content')]
      const query = { fields: KNOWN, ...drivesOf(args) }
      if (text === '') return { url: API, method: 'POST', query, json: facts }
      const content = upload(facts, text)
      return { url: UPLOAD, method: 'POST', query: { uploadType: 'multipart', ...query }, content }
    },
  },
  updateFile: {
    request: (args) => ({ url: fileOf(args), method: 'PATCH', query: drivesOf(args), json: factsOf(args) }),
  },
  deleteFile: one('DELETE'),
  copyFile: {
    request: (args) => ({
      url: `${fileOf(args)}/copy`,
      method: 'POST',
      query: drivesOf(args),
      json: factsOf(args),
    }),
  },
  downloadFile: {
    request(args) {
      const mimeType = args.text('mimeType')
      if (mimeType !== '') return { url: `${fileOf(args)}/export`, query: { mimeType }, answersText: true }
      const query = { alt: 'media', acknowledgeAbuse: args.flag('acknowledgeAbuse') ?? '', ...drivesOf(args) }
      return { url: fileOf(args), query, answersText: true }
    },
  },
  createFolder: {
    request: (args) => ({
      url: API,
      method: 'POST',
      query: { fields: KNOWN, ...drivesOf(args) },
      json: { ...factsOf(args), mimeType: FOLDER },
    }),
  },
  listFolderContents: {
    request: (args) => ({
      url: API,
      query: listing(args, `${quoted(args.text('folderId'))} in parents and trashed = false`),
    }),
  },
  deleteFolder: {
    request: (args) => ({ url: `${API}/${args.id('folderId')}`, method: 'DELETE', query: drivesOf(args) }),
  },
  searchFiles: { request: (args) => ({ url: API, query: listing(args, args.text('query')) }) },
  shareFile: {
    request(args) {
      const [role, type] = [args.text('role'), args.text('type')]
      const [emailAddress, domain] = [args.text('emailAddress'), args.text('domain')]
      const query = {
        // Google hands a file over only to somebody who is told of it.
        ...(role === 'owner' && { transferOwnership: true }),
        sendNotificationEmail: args.flag('sendNotificationEmail') ?? '',
        emailMessage: args.text('emailMessage'),
        ...drivesOf(args),
      }
      const json = { role, type, ...(emailAddress && { emailAddress }), ...(domain && { domain }) }
      return { url: `${fileOf(args)}/permissions`, method: 'POST', query, json }
    },
  },
  getPermissions: {
    request: (args) => ({
      url: `${fileOf(args)}/permissions`,
      query: { fields: 'permissions(id,type,role,emailAddress,domain,displayName)', ...drivesOf(args) },
    }),
  },
  removePermission: {
    request: (args) => ({
      url: `${fileOf(args)}/permissions/${args.id('permissionId')}`,
      method: 'DELETE',
      query: drivesOf(args),
    }),
  },
}

/** The tools of Google Drive. */
export const googleDriveToolset = serviceToolset(googleDriveForm, { label: 'Google Drive', doings })
