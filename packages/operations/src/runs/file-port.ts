import { buffer } from 'node:stream/consumers'
import { errorMessage, type FileSource, isRunnelError, RunnelError } from '@runnel/contract'
import type { FilePort } from '@runnel/engine'
import type { FileContent } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'

/** Files that a run reads are held in memory, so none may be larger. */
const LARGEST_FILE = 64 * 1024 * 1024

/** The files that the runs of one workspace may read and write. */
export interface RunFiles extends FilePort {
  readBytes(source: FileSource): Promise<Uint8Array>
}

/**
 * Files of the workspace by their ids, those at an address through the egress guard, and those that came with a text.
 * @throws RunnelError `not_found` for a file that is not of this workspace
 */
export function createFilePort(context: OperationContext, workspaceId: string): RunFiles {
  const never = new AbortController().signal
  const read = async (source: FileSource, signal: AbortSignal): Promise<FileContent> => {
    if ('base64' in source) {
      return {
        bytes: Buffer.from(source.base64, 'base64'),
        mediaType: 'application/octet-stream',
        name: 'file',
      }
    }
    if ('url' in source) return readAddress(context, source.url, signal)
    return readStored(context, workspaceId, 'blob' in source ? source.blob : source.stored)
  }
  return {
    read,
    stat: () => Promise.reject(new RunnelError('not_found', 'There is no such file.')),
    readBytes: async (source) => (await read(source, never)).bytes,
    readText: ({ ...source }) =>
      Promise.reject(new RunnelError('not_found', `There is no file ${Object.keys(source)}.`)),
    write: ({ name }) => Promise.reject(new RunnelError('not_found', `${name} cannot be kept.`)),
  }
}

async function readStored(context: OperationContext, workspaceId: string, id: string): Promise<FileContent> {
  const file = await context.db.read(workspaceId).files.find(id)
  if (!file) throw new RunnelError('not_found', `There is no file ${id} in this workspace.`)
  if (file.size > LARGEST_FILE) throw tooLarge(file.name)
  const bytes = await buffer(await context.blobs.get(file.blobId))
  return { bytes, mediaType: file.mediaType, name: file.name }
}

async function readAddress(
  context: OperationContext,
  url: string,
  signal: AbortSignal,
): Promise<FileContent> {
  try {
    const response = await context.egress.fetch(url, { signal })
    if (!response.ok)
      throw new RunnelError('step_failed', `The file at ${url} cannot be read: ${response.status}.`)
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      size += piece.length
      if (size > LARGEST_FILE) throw tooLarge(url)
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

function tooLarge(name: string): RunnelError {
  return new RunnelError('step_failed', `The file ${name} is larger than ${LARGEST_FILE / 1024 / 1024} MB.`)
}
