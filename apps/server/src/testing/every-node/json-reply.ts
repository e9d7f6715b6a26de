import type { HttpReply } from '@runnel/node-kit'

/** A reply of JSON. */
export function jsonReply(body: object, status = 200): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
