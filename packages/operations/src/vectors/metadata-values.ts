import { hash } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { TermGroup } from './term-blobs.ts'

const DEEPEST = 6
/** So much shorter than a term that every number under a path is written out. */
const LONGEST_PATH = 200
const LONGEST_TERM = 300

/**
 * Every value of some metadata with the path to it, dots between its names: objects and lists as a whole and by their
 * parts. An item of a list stands under the path of the list.
 */
export function* listMetadataValues(
  value: JsonValue,
  path = '',
  depth = 0,
): Generator<{ path: string; value: JsonValue }> {
  if (path !== '') yield { path, value }
  if (depth > DEEPEST) return
  if (Array.isArray(value)) {
    for (const item of value) yield* listMetadataValues(item, path, depth + 1)
  } else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value))
      yield* listMetadataValues(inner, path === '' ? name : `${path}.${name}`, depth + 1)
  }
}

/** A path as terms write it. */
const nameOf = (path: string): string => (path.length > LONGEST_PATH ? `#${hash('sha256', path)}` : path)

/** All terms of a path share a bucket: the one that says that it is there, and one for each value. */
export const metadataGroup = (path: string): string => `m:${nameOf(path)}`

/** What the terms of the values under a path begin with. */
export const metadataPrefix = (path: string): string => `${metadataGroup(path)}=`

/** The term of entries that have a path. */
export const pathTerm = (path: string): string => `p:${nameOf(path)}`

/** The term of entries that have a value under a path. */
export function valueTerm(path: string, value: JsonValue): string {
  const term = `${metadataPrefix(path)}${JSON.stringify(value)}`
  return term.length > LONGEST_TERM ? `#${hash('sha256', term)}` : term
}

/** Whether the term of a value holds the value itself, so that it can be looked into. */
export function hasOwnTerm(path: string, value: JsonValue): boolean {
  return metadataPrefix(path).length + JSON.stringify(value).length <= LONGEST_TERM
}

/** The terms of an entry's metadata, each once. */
export function listMetadataTerms(metadata: JsonObject): TermGroup[] {
  const terms = new Map<string, TermGroup>()
  for (const { path, value } of listMetadataValues(metadata)) {
    const group = metadataGroup(path)
    for (const term of [pathTerm(path), valueTerm(path, value)]) terms.set(term, { group, term })
  }
  return [...terms.values()]
}
