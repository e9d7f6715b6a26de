import { mapInSlices } from '../map-in-slices.ts'
import { parsePath, type ScimPath } from './parse-path.ts'
import { readObject } from './read-values.ts'
import { scimFault } from './scim-fault.ts'

/** One operation of PATCH; without a path its value is an object of attributes. */
export interface PatchOperation {
  op: 'add' | 'replace' | 'remove'
  path: ScimPath | undefined
  value: unknown
}

/** Members come in one operation; somebody who sends each in its own still gets them all in. */
const MOST_OPERATIONS = 10_000

/** One operation whose path is not read yet. */
interface Named extends Omit<PatchOperation, 'path'> {
  source: string
}

/**
 * Reads the body of PATCH (RFC 7644, 3.5.2). Names of operations may have capitals, as Entra writes them; an operation
 * without a path is taken apart into one for each attribute. Okta sends the id along: that says nothing as long as it is
 * the one of the resource. There may be many, each with a filter: others have the thread in between.
 * @throws RunnelError `invalid_input`: `invalidSyntax`, `invalidPath`, `noTarget`, `mutability`
 */
export async function readPatch(body: unknown, id: string): Promise<(PatchOperation & { path: ScimPath })[]> {
  const { operations } = readObject('The body', body)
  if (!Array.isArray(operations) || operations.length === 0)
    throw scimFault('invalidSyntax', 'Operations must be a list that is not empty.')
  assertFew(operations.length, MOST_OPERATIONS)
  let left = MOST_OPERATIONS
  const named = await mapInSlices(operations, (each: unknown) => {
    const read = nameOperations(each, left)
    left -= read.length
    return read
  })
  const read = await mapInSlices(named.flat(), ({ op, source, value }) => ({
    op,
    path: parsePath(source),
    value,
  }))
  return read.filter(({ path, op, value }) => {
    if (path.attribute !== 'id') return true
    if (op !== 'remove' && value === id) return false
    throw scimFault('mutability', 'id never changes.')
  })
}

function assertFew(count: number, most: number): void {
  if (count > most)
    throw scimFault(
      'tooMany',
      `There are more than ${MOST_OPERATIONS} operations. Send some of them at once.`,
    )
}

/** @param most operations that there may still be: counted before the path of any that is too many is read */
function nameOperations(given: unknown, most: number): Named[] {
  assertFew(1, most)
  const { op: name, path: source, value } = readObject('An operation', given)
  const op = (['add', 'replace', 'remove'] as const).find(
    (each) => typeof name === 'string' && each === name.toLowerCase(),
  )
  if (op === undefined) throw scimFault('invalidSyntax', 'op must be add, replace or remove.')
  if (typeof source === 'string' && source.trim() !== '') return [{ op, source, value }]
  if (source != null && source !== '') throw scimFault('invalidPath', 'path must be a text.')
  if (op === 'remove') throw scimFault('noTarget', 'remove needs a path.')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw scimFault('invalidValue', 'Without a path the value must be an object.')
  const named = Object.entries(value)
  assertFew(named.length, most)
  return named.map(([key, inner]) => ({ op, source: key, value: inner }))
}
