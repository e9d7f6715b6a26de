import { hash } from 'node:crypto'
import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { mediaTypeOf } from './media-type.ts'

/** Files are held in memory when they are read, so none may be larger: 64 MB. */
export const LARGEST_FILE = 64 * 1024 * 1024

const LONGEST_NAME = 255

/** Whose a file is. */
export interface FileOwner {
  kind: 'flow' | 'run'
  id: string
}

/** A row of a file whose bytes lie in the blob store already. */
export interface KeptFile {
  blobId: string
  name: string
  mediaType: string
  size: number
  sha256: string
  ownerKind: FileOwner['kind']
  ownerId: string
}

/**
 * Lays the bytes into the blob store and gives the row to insert. A blob is not shared with a file of the same content:
 * that one may be deleted before the row stands.
 * @throws RunnelError `body_too_large`
 */
export async function keepBytes(
  context: OperationContext,
  { bytes, name, owner }: { bytes: Uint8Array; name: string; owner: FileOwner },
): Promise<KeptFile> {
  if (bytes.length > LARGEST_FILE) throw tooLarge('body_too_large', name)
  return {
    blobId: await context.blobs.put(bytes),
    name: fileNameOf(name),
    mediaType: mediaTypeOf(bytes, name),
    size: bytes.length,
    sha256: hash('sha256', bytes),
    ownerKind: owner.kind,
    ownerId: owner.id,
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
