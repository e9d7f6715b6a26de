import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { errorMessage, type FileSource, isRunnelError, RunnelError } from '@runnel/contract'
import type { FilePort, FileReading } from '@runnel/engine'
import type { FileContent, KeptFile } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { discardBytes } from '../files/discard-bytes.ts'
import { keepBytes, LARGEST_FILE, tooLarge } from '../files/keep-file.ts'
import { mediaTypeOf } from '../files/media-type.ts'
import { pictureFile } from '../files/picture-file.ts'
import { readWithPatience } from '../storage-patience.ts'
import { fileQuotaOf } from './open-conversation.ts'

/** What the files of a folder may have together. */
const LARGEST_FOLDER = 512 * 1024 * 1024

/** The files that the runs of one workspace may read and write. */
export interface RunFiles extends FilePort {
  readBytes(source: FileSource, reading: FileReading): Promise<Uint8Array>
}

/** Whose files a run reads and writes. */
export interface FileScope {
  workspaceId: string
  /** Owns what is written. */
  runId: string
  /** Of the run itself, also where a flow inside it writes. */
  flowId: string
  /** The document store in which the run works: its files are read by nobody else. */
  ofStore?: string | undefined
  /** Has what is kept. */
  conversation: { chatId: string; sessionId: string; namespace: string }
}

/**
 * Files of the workspace by their ids, those of the flow that reads by their names, those at an address through the egress guard,
 * and those that came with a text.
 * @throws RunnelError `not_found` for a file that is not of this workspace
 */
export function createFilePort(context: OperationContext, scope: FileScope): RunFiles {
  const read = (source: FileSource, reading: FileReading) =>
    readFile(context, { ...reading, workspaceId: scope.workspaceId, ofStore: scope.ofStore, source })
  return {
    read,
    readBytes: async (source, reading) => (await read(source, reading)).bytes,
    stat: async (source, reading) => {
      if ('blob' in source || 'stored' in source) {
        const { name, mediaType, sha256, size } = await findRow(
          context,
          { ...reading, workspaceId: scope.workspaceId, ofStore: scope.ofStore },
          source,
        )
        return { name, mediaType, sha256, size }
      }
      const { name, mediaType, bytes } = await read(source, reading)
      return { name, mediaType, sha256: hash('sha256', bytes), size: bytes.length }
    },
    async readText(source, reading) {
      const { bytes, name } = await read(source, reading)
      const { flowId: group, signal, format, mayBeEmpty } = reading
      const owner = scope.workspaceId
      return context.documents.read({ bytes, name, format, owner, group, signal, mayBeEmpty })
    },
    async readPictures(source, reading) {
      const { bytes, name } = await read(source, reading)
      const { flowId: group, signal, pages } = reading
      const owner = scope.workspaceId
      return context.documents.readPictures({ bytes, name, owner, group, signal }, pages)
    },
    write: async (file) => ({ blob: (await writeForRun(context, scope, file)).id }),
    keep: (file) => keepInConversation(context, scope, file),
    keepPicture: (bytes) => keepPicture(context, scope, bytes),
    listFolder: (name, options) => context.folders.list({ ...options, name, workspaceId: scope.workspaceId }),
    takeFromFolder: takeFromFolders(context, scope),
    async listKept() {
      const { workspaceId, flowId, conversation } = scope
      const { chatId, namespace } = conversation
      const { files } = context.db.read(workspaceId)
      const rows = await readWithPatience(context, () => files.listOfChat({ flowId, chatId, namespace }))
      const newest = new Map<string, (typeof rows)[number]>()
      for (const row of rows) if (!newest.has(row.name)) newest.set(row.name, row)
      return [...newest.values()].map(({ id, name, mediaType, size }) => ({
        blob: id,
        name,
        mediaType,
        size,
      }))
    },
  }
}

/** A file that goes with the run. */
async function writeForRun(
  context: OperationContext,
  { workspaceId, runId }: FileScope,
  { bytes, name }: Pick<FileContent, 'bytes' | 'name'>,
) {
  const file = await keepBytes(context, bytes, name)
  const owner = { ownerKind: 'run', ownerId: runId }
  return context.db.write(workspaceId, ({ files }) => files.insert({ ...file, ...owner }))
}

/**
 * Copies of files of folders, which go with the run: what stands in a folder may change, and the run may go on elsewhere. What
 * all of a folder may have together is counted here.
 */
function takeFromFolders(context: OperationContext, scope: FileScope): FilePort['takeFromFolder'] {
  const taken = new Map<string, number>()
  return async (name, { file, signal }) => {
    const request = { name, recursive: true, signal, workspaceId: scope.workspaceId }
    const bytes = await context.folders.read(request, file, LARGEST_FILE).catch((cause: unknown) => {
      // That a file is gone says nothing of the run.
      if (!isRunnelError(cause) || cause.code !== 'not_found') throw cause
      throw new RunnelError('invalid_input', cause.message, { cause })
    })
    const size = (taken.get(name) ?? 0) + bytes.length
    if (size > LARGEST_FOLDER)
      throw new RunnelError(
        'limit_exceeded',
        `The folder ${name} is larger than ${LARGEST_FOLDER / 1024 / 1024} MB.`,
      )
    taken.set(name, size)
    const row = await writeForRun(context, scope, { bytes, name: file })
    return { blob: row.id, name: file, mediaType: row.mediaType, size: row.size }
  }
}

async function keepPicture(
  context: OperationContext,
  scope: FileScope,
  bytes: Uint8Array,
): Promise<KeptFile> {
  const file = pictureFile(bytes)
  const { blob } = await keepInConversation(context, scope, { bytes, ...file })
  return { blob, ...file, size: bytes.length }
}

/** The bytes go again where the conversation takes no more. */
async function keepInConversation(
  context: OperationContext,
  { workspaceId, flowId, conversation }: FileScope,
  { bytes, name }: FileContent,
): Promise<{ blob: string }> {
  const { chatId, sessionId, namespace } = conversation
  const quota = await fileQuotaOf(context, workspaceId, namespace)
  const kept = await keepBytes(context, bytes, name)
  try {
    const { id } = await context.db.write(workspaceId, async ({ files }) => {
      if (quota) await files.checkQuota({ flowId, sessionId, namespace, sizes: [kept.size] }, quota)
      return files.insert({ ...kept, ownerKind: 'flow', ownerId: flowId, chatId, sessionId, namespace })
    })
    return { blob: id }
  } catch (error) {
    await discardBytes(context, [kept.blobId], error)
    throw error
  }
}

interface Reading extends FileReading {
  workspaceId: string
  ofStore: string | undefined
  source: FileSource
}

async function readFile(context: OperationContext, reading: Reading): Promise<FileContent> {
  const { source, signal } = reading
  if ('base64' in source) {
    const bytes = Buffer.from(source.base64, 'base64')
    return { bytes, mediaType: mediaTypeOf(bytes, 'file'), name: 'file' }
  }
  if ('url' in source) return readAddress(context, source.url, signal)
  const { blobId, name, mediaType, size } = await findRow(context, reading, source)
  if (size > LARGEST_FILE) throw tooLarge('step_failed', name)
  return { bytes: await buffer(await context.blobs.get(blobId)), mediaType, name }
}

async function findRow(
  context: OperationContext,
  { workspaceId, flowId, ofStore }: Pick<Reading, 'workspaceId' | 'flowId' | 'ofStore'>,
  source: { blob: string } | { stored: string },
) {
  const { files } = context.db.read(workspaceId)
  if ('blob' in source) {
    const row = await readWithPatience(context, () => files.find(source.blob))
    const isForeign = row?.ownerKind === 'document-store' && row.ownerId !== ofStore
    if (!row || isForeign)
      throw new RunnelError('not_found', `There is no file ${source.blob} in this workspace.`)
    return row
  }
  const { stored } = source
  const row = await readWithPatience(context, () => files.findByName({ kind: 'flow', id: flowId }, stored))
  if (!row) throw new RunnelError('not_found', `The flow has no file ${stored}. Choose it again.`)
  return row
}

async function readAddress(
  context: OperationContext,
  url: string,
  signal: AbortSignal,
): Promise<FileContent> {
  try {
    const response = await context.egress.fetch(url, { signal }, { purpose: 'stranger' })
    if (!response.ok)
      throw new RunnelError('step_failed', `The file at ${url} cannot be read: ${response.status}.`)
    if (Number(response.headers.get('content-length')) > LARGEST_FILE) {
      await response.body?.cancel()
      throw tooLarge('step_failed', url)
    }
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      size += piece.length
      if (size > LARGEST_FILE) throw tooLarge('step_failed', url)
      pieces.push(piece)
    }
    const mediaType =
      response.headers.get('content-type')?.split(';')[0]?.trim() || 'application/octet-stream'
    return {
      bytes: Buffer.concat(pieces),
      mediaType,
      name: new URL(url).pathname.split('/').at(-1) || 'file',
    }
  } catch (error) {
    if (signal.aborted || isRunnelError(error)) throw error
    throw new RunnelError('step_failed', `The file at ${url} cannot be read: ${errorMessage(error)}`, {
      cause: error,
    })
  }
}
