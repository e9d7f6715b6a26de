import { createHash } from 'node:crypto'

/** Hash of a document's text: equal documents share a snapshot. */
export function hashDocument(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
