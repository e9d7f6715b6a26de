import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { errorMessage, type FileSource, isRunnelError, RunnelError } from '@runnel/contract'
import type { FilePort } from '@runnel/engine'
import type { FileContent } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { keepBytes, LARGEST_FILE, tooLarge } from '../files/keep-file.ts'
import { mediaTypeOf } from '../files/media-type.ts'

/** The files that the runs of one workspace may read and write. */
export interface RunFiles extends FilePort {
  readBytes(source: FileSource): Promise<Uint8Array>
}

/** Whose files a run reads and writes. */
export interface FileScope {
  workspaceId: string
  /** Its files can be named. */
  flowId: string
  /** Owns what is written. */
  runId: string
}

/**
 * Files of the workspace by their ids, those of the flow by their names, those at an address through the egress guard,
 * and those that came with a text.
 * @throws RunnelError `not_found` for a file that is not of this workspace
 */
export function createFilePort(context: OperationContext, scope: FileScope): RunFiles {
  const never = new AbortController().signal
  const read = (source: FileSource, signal: AbortSignal) => readFile(context, { scope, source, signal })
  return {
    read,
    readBytes: async (source) => (await read(source, never)).bytes,
    stat: async (source) => {
      if ('blob' in source || 'stored' in source) {
        const { name, mediaType, sha256, size } = await findRow(context, scope, source)
        return { name, mediaType, sha256, size }
      }
      const { name, mediaType, bytes } = await read(source, never)
      return { name, mediaType, sha256: hash('sha256', bytes), size: bytes.length }
    },
    async readText(source, { signal }) {
      const { bytes, name } = await read(source, signal)
      const { workspaceId: owner, flowId: group } = scope
      return context.documents.readPdf({ bytes, name, owner, group, signal })
    },
    async write({ bytes, name }) {
      const { workspaceId, runId } = scope
      const file = await keepBytes(context, bytes, name)
      const owner = { ownerKind: 'run', ownerId: runId }
      const { id } = await context.db.write(workspaceId, ({ files }) => files.insert({ ...file, ...owner }))
      return { blob: id }
    },
  }
}

interface Reading {
  scope: FileScope
  source: FileSource
  signal: AbortSignal
}

async function readFile(context: OperationContext, { scope, source, signal }: Reading): Promise<FileContent> {
  if ('base64' in source) {
    const bytes = Buffer.from(source.base64, 'base64')
    return { bytes, mediaType: mediaTypeOf(bytes, 'file'), name: 'file' }
  }
  if ('url' in source) return readAddress(context, source.url, signal)
  const { blobId, name, mediaType, size } = await findRow(context, scope, source)
  if (size > LARGEST_FILE) throw tooLarge('step_failed', name)
  return { bytes: await buffer(await context.blobs.get(blobId)), mediaType, name }
}

async function findRow(
  context: OperationContext,
  { workspaceId, flowId }: FileScope,
  source: { blob: string } | { stored: string },
) {
  const { files } = context.db.read(workspaceId)
  if ('blob' in source) {
    const row = await files.find(source.blob)
    if (!row) throw new RunnelError('not_found', `There is no file ${source.blob} in this workspace.`)
    return row
  }
  const row = await files.findByName({ kind: 'flow', id: flowId }, source.stored)
  if (!row) throw new RunnelError('not_found', `The flow has no file ${source.stored}. Choose it again.`)
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
