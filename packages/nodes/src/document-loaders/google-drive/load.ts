import { type JsonObject, RunnelError } from '@runnel/contract'
import {
  bearerOfAccount,
  type Component,
  type Document,
  listAt,
  readNumber,
  readSources,
  readSwitch,
  readText,
  textAt,
} from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { readByEnding } from '../read-by-ending.ts'
import { readChosen } from '../read-chosen.ts'
import { type Asking, askLoader, askLoaderForJson } from '../server-loader.ts'

const API = 'https://www.googleapis.com/drive/v3/files'
const FOLDER = 'application/vnd.google-apps.folder'
const FACTS = 'id,name,mimeType,modifiedTime,md5Checksum,webViewLink'
const MOST_FILES = 500
const MOST_FOLDERS = 200

/** As what Google hands over its own kinds of documents, and which ending that has. */
const EXPORTS: Record<string, [mediaType: string, ending: string]> = {
  'application/vnd.google-apps.document': ['text/plain', '.txt'],
  'application/vnd.google-apps.spreadsheet': ['text/csv', '.csv'],
  'application/vnd.google-apps.presentation': ['text/plain', '.txt'],
}

/** The chosen files, or those of a folder, each read as its ending says. */
export const loadDriveFiles: LoadPlain = async function* (component, call, choice) {
  const asking = { component, server: { label: 'Google Drive', authorise: bearerOfAccount }, call }
  yield* readSources(await listFiles(component, asking), {
    call,
    choice,
    sourceOf: (file) => ({
      id: textAt(file, 'id'),
      name: textAt(file, 'name') || textAt(file, 'id'),
      ...versionOf(file),
    }),
    describe: (file) => describeFile(file, asking),
    read: (file) => readFile(file, asking),
  })
}

/** Of all that goes into its documents: another name is another source for readers. Google's own kinds have no checksum. */
function versionOf(file: JsonObject): { version?: string } {
  const content = textAt(file, 'md5Checksum') || textAt(file, 'modifiedTime')
  const facts = ['name', 'mimeType', 'webViewLink'].map((name) => textAt(file, name))
  return content === '' ? {} : { version: JSON.stringify([content, ...facts]) }
}

function shared({ values }: Component): JsonObject {
  return readSwitch(values, 'includeSharedDrives') ? { supportsAllDrives: true } : {}
}

async function listFiles(component: Component, asking: Asking): Promise<JsonObject[]> {
  const { values, label } = component
  const most = Math.min(MOST_FILES, Math.max(1, readNumber(values, 'maxFiles') ?? 50))
  const selected = readChosen(values, 'selectedFiles').slice(0, most)
  const folder = readText(values, 'folderId').trim()
  if (selected.length > 0) return selected.map((id) => ({ id }))
  if (folder !== '') return listFolder({ folder, most }, component, asking)
  throw new RunnelError('invalid_input', `${label} has no files. Select some, or name a folder.`, {
    issues: [{ path: 'selectedFiles', message: 'Select files, or name a folder.' }],
  })
}

/** What Google says of a file of which only the id is known. */
async function describeFile(file: JsonObject, asking: Asking): Promise<JsonObject> {
  if (file.mimeType !== undefined) return file
  const id = textAt(file, 'id')
  const url = `${API}/${encodeURIComponent(id)}`
  const query = { fields: FACTS, ...shared(asking.component) }
  const told = await askLoaderForJson({ url, query }, asking)
  const names = FACTS.split(',').filter((name) => name !== 'id')
  return { id, ...Object.fromEntries(names.map((name) => [name, textAt(told, name)])) }
}

interface FolderReading {
  folder: string
  most: number
}

async function listFolder(
  { folder, most }: FolderReading,
  component: Component,
  asking: Asking,
): Promise<JsonObject[]> {
  const { values } = component
  const types = readChosen(values, 'fileTypes')
  const isDeep = readSwitch(values, 'includeSubfolders')
  const files: JsonObject[] = []
  const folders = new Set([folder])
  // Those that are found on the way are gone through as well.
  for (const each of folders) {
    const entries = await listEntries(each, component, asking)
    const inner = isDeep ? entries.filter((entry) => textAt(entry, 'mimeType') === FOLDER) : []
    for (const { id } of inner.slice(0, MOST_FOLDERS - folders.size)) folders.add(String(id))
    files.push(...entries.filter((entry) => isWanted(textAt(entry, 'mimeType'), types)))
    if (files.length >= most) break
  }
  return files.slice(0, most)
}

function isWanted(type: string, types: readonly string[]): boolean {
  return type !== FOLDER && (types.length === 0 || types.includes(type))
}

async function listEntries(folder: string, component: Component, asking: Asking): Promise<JsonObject[]> {
  const entries: JsonObject[] = []
  const quoted = folder.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  let pageToken = ''
  do {
    const all = shared(component)
    const query = {
      q: `'${quoted}' in parents and trashed = false`,
      fields: `nextPageToken,files(${FACTS})`,
      pageSize: 200,
      pageToken,
      ...all,
      ...(all.supportsAllDrives === true && { includeItemsFromAllDrives: true }),
    }
    const answer = await askLoaderForJson({ url: API, query }, asking)
    entries.push(...listAt(answer, 'files'))
    const next = textAt(answer, 'nextPageToken')
    pageToken = next === pageToken || entries.length > MOST_FILES * 10 ? '' : next
  } while (pageToken !== '')
  return entries
}

async function readFile(file: JsonObject, asking: Asking): Promise<Document[]> {
  const { component, call } = asking
  const [id, name, type] = [textAt(file, 'id'), textAt(file, 'name'), textAt(file, 'mimeType')]
  const exported = EXPORTS[type]
  // Forms, maps and links to other files have no text to hand over.
  if (!exported && type.startsWith('application/vnd.google-apps.')) return []
  const url = `${API}/${encodeURIComponent(id)}`
  const request = exported
    ? { url: `${url}/export`, query: { mimeType: exported[0] } }
    : { url, query: { alt: 'media', ...shared(component) } }
  const reply = await askLoader(request, asking)
  const bytes =
    reply.isBase64 === true ? Uint8Array.fromBase64(reply.body) : new TextEncoder().encode(reply.body)
  const whole = `${name}${exported?.[1] ?? ''}`
  const source = await call.file.write({ bytes, mediaType: exported?.[0] ?? type, name: whole })
  const read = await readByEnding({ source, name: whole }, component.values, call)
  const facts = { source: textAt(file, 'webViewLink') || name, fileId: id, fileName: name, mimeType: type }
  return read.map(({ pageContent, metadata }) => ({ pageContent, metadata: { ...metadata, ...facts } }))
}
