import { hash } from 'node:crypto'
import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { mediaTypeOf } from './media-type.ts'

/** Files are held in memory when they are read, so none may be larger: 64 MB. */
export const LARGEST_FILE = 64 * 1024 * 1024

const LONGEST_NAME = 255

/** What is known of a file whose bytes lie in the blob store; its row also tells whose it is. */
export interface KeptFile {
  blobId: string
  name: string
  mediaType: string
  size: number
  sha256: string
}

/**
 * Lays the bytes into the blob store. A blob is not shared with a file of the same content: that one may be deleted
 * before the new row stands.
 * @throws RunnelError `body_too_large`
 */
export async function keepBytes(
  context: OperationContext,
  bytes: Uint8Array,
  name: string,
): Promise<KeptFile> {
  if (bytes.length > LARGEST_FILE) throw tooLarge('body_too_large', name)
  return {
    blobId: await context.blobs.put(bytes),
    name: fileNameOf(name),
    mediaType: mediaTypeOf(bytes, name),
    size: bytes.length,
    sha256: hash('sha256', bytes),
  }
}

/** The name without folders and control characters; never empty. */
export function fileNameOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = [...last].filter((character) => character >= ' ' && character !== '\x7f').join('')
  return clean.trim().slice(0, LONGEST_NAME) || 'file'
}

/** The error of a file that is too large. */
export function tooLarge(code: 'body_too_large' | 'step_failed', name: string): RunnelError {
  return new RunnelError(code, `The file ${name} is larger than ${LARGEST_FILE / 1024 / 1024} MB.`)
}
