import type { MemberStep } from '@runnel/db'
import { mapInSlices } from '../map-in-slices.ts'
import type { ScimFilter } from './parse-filter.ts'
import type { ScimPath } from './parse-path.ts'
import type { PatchOperation } from './patch-operations.ts'
import { readNeededText, readObject, readText } from './read-values.ts'
import { scimFault } from './scim-fault.ts'

type Operation = PatchOperation & { path: ScimPath }

/** What of a group changes. */
export interface GroupPatch {
  displayName?: string
  externalId?: string | null
  members: MemberStep[]
}

/** Members that one call may name. */
const MOST_MEMBERS = 20_000

/** What a body says of a group. @throws RunnelError `invalid_input` with SCIM's word */
export function readGroup(body: unknown): {
  displayName: string
  externalId: string | null
  members: string[]
} {
  const given = readObject('The group', body)
  return {
    displayName: readNeededText('displayName', given.displayname),
    externalId: readText('externalId', given.externalid),
    members: readMembers(given.members),
  }
}

/** What operations change of a group. @throws RunnelError `invalid_input` with SCIM's word */
export async function readGroupPatch(operations: readonly Operation[]): Promise<GroupPatch> {
  const patch: GroupPatch = { members: [] }
  await mapInSlices(operations, (operation) => patchOnce(patch, operation))
  const named = patch.members.reduce((sum, step) => sum + ('ids' in step ? step.ids.length : 0), 0)
  assertFew(named)
  return patch
}

function assertFew(named: number): void {
  if (named > MOST_MEMBERS)
    throw scimFault('tooMany', `A call names at most ${MOST_MEMBERS} members. Send some of them at once.`)
}

/** Ids of members: objects with a `value`, or the ids themselves. Groups are no members of groups here. */
function readMembers(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const given: unknown[] = Array.isArray(value) ? value : [value]
  assertFew(given.length)
  return given.map((each) => {
    if (typeof each === 'string') return readNeededText('members.value', each)
    const member = readObject('members', each)
    if (typeof member.type === 'string' && member.type.toLowerCase() === 'group')
      throw scimFault('invalidValue', 'Groups inside groups are not kept here. Send their people.')
    return readNeededText('members.value', member.value)
  })
}

function patchOnce(patch: GroupPatch, operation: Operation): void {
  const { op, path, value } = operation
  switch (path.attribute) {
    case 'members':
      patch.members.push(...memberSteps(operation))
      return
    case 'displayname':
      if (op === 'remove') throw scimFault('mutability', 'displayName cannot be removed.')
      patch.displayName = readNeededText('displayName', value)
      return
    case 'externalid':
      patch.externalId = op === 'remove' ? null : readText('externalId', value)
      return
    case 'schemas':
    case 'meta':
      return
    default:
      throw scimFault('invalidPath', `A group has no attribute ${path.attribute}.`)
  }
}

function memberSteps({ op, path, value }: Operation): MemberStep[] {
  if (path.filter) {
    if (op !== 'remove') throw scimFault('invalidPath', 'Members are added and replaced without brackets.')
    return [{ kind: 'remove', ids: idsOf(path.filter) }]
  }
  if (path.part !== undefined && path.part !== 'value')
    throw scimFault('invalidPath', `A member has no ${path.part} that could be changed.`)
  if (op === 'add') return [{ kind: 'add', ids: readMembers(value) }]
  if (op === 'replace') return [{ kind: 'replace', ids: readMembers(value) }]
  // Entra names those who go in the value; without one all go.
  return value === undefined || value === null
    ? [{ kind: 'clear' }]
    : [{ kind: 'remove', ids: readMembers(value) }]
}

/** `members[value eq "…"]`, or several of them joined by `or`. */
function idsOf(filter: ScimFilter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsOf)
  const isId = filter.kind === 'compare' && filter.path === 'value' && filter.operator === 'eq'
  if (isId && typeof filter.value === 'string') return [filter.value]
  throw scimFault('invalidPath', 'Members are chosen as in members[value eq "…"].')
}
