import { RunnelError } from '@runnel/contract'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** True for an id that a store can have made: names of files and keys are built from nothing else. */
export function isBlobId(id: string): boolean {
  return ID.test(id)
}

/** The error of every store for an id that it does not hold. */
export function blobNotFound(cause?: unknown): RunnelError {
  return new RunnelError('blob_not_found', 'There is no such file in the store.', { cause })
}
