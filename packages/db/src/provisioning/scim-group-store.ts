import { isRunnelError, RunnelError } from '@runnel/contract'
import type { Kysely, Selectable } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { type AskAgain, askAgain } from '../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../schema.ts'
import { lockOrganization } from '../system/people/lock-organization.ts'
import type { SystemScope } from '../system/system-scope.ts'
import { type Expectation, staleRevision } from '../tenant/changed-row.ts'
import { giveGroupPlaces, type PlacesChanged } from './give-group-places.ts'
import { inTurns } from './in-turns.ts'
import type { ScimGroupTable } from './provisioning-tables.ts'
import type { ScimGroupRow } from './scim-rows.ts'
import { assertVersion, type ScimKey, taken } from './scim-user-store.ts'

/** What happens to the members of a group, one after the other. */
export type MemberStep = { kind: 'add' | 'remove' | 'replace'; ids: readonly string[] } | { kind: 'clear' }

/** What of a group changes; what is absent stays. */
export interface GroupChange {
  displayName?: string | undefined
  externalId?: string | null | undefined
  members: readonly MemberStep[]
}

/** What a change came to. */
export interface GroupOutcome {
  before: ScimGroupRow | undefined
  after: ScimGroupRow | undefined
  /** Ids of people. */
  added: readonly string[]
  removed: readonly string[]
  places: PlacesChanged
}

/** A place that a group is to give. */
export interface WantedPlace {
  workspaceId: string
  roleId: string
}

/**
 * Writes the groups of a provider, and what they give. Each act is one transaction with its entries in the audit log; acts
 * of one organisation come one after the other.
 */
export interface ScimGroupStore {
  /** A name that another group has is `conflict`; somebody who is not known is `invalid_input`. */
  createGroup(
    group: {
      organizationId: string
      displayName: string
      externalId: string | null
      members: readonly MemberStep[]
    },
    entries: (outcome: GroupOutcome) => NewAuditEntry[],
  ): Promise<ScimGroupRow>
  /** What changes nothing writes nothing. `not_found`, and as `createGroup`. */
  changeGroup(
    key: ScimKey,
    change: GroupChange,
    entries: (outcome: GroupOutcome) => NewAuditEntry[],
  ): Promise<ScimGroupRow>
  /** Takes a group away, with what it gave. `not_found` */
  removeGroup(key: ScimKey, entries: (outcome: GroupOutcome) => NewAuditEntry[]): Promise<void>
  /**
   * Says which places a group gives: these and no others. `not_found`; `stale_revision` where others said it since; `askAgain`:
   * what it is allowed by
   */
  mapGroup(
    key: ScimKey,
    wanted: { places: readonly WantedPlace[]; by: string; askAgain?: AskAgain } & Expectation,
    entries: (places: PlacesChanged) => NewAuditEntry[],
  ): Promise<void>
}

/** Ids in one statement. */
const AT_ONCE = 500

type Stored = Selectable<ScimGroupTable>

/** Makes the store. */
export function createScimGroupStore(scope: SystemScope): ScimGroupStore {
  const { newId, now, capabilities } = scope
  /** One act on a group, after all others of its organisation. */
  const act = <T>(
    organizationId: string,
    work: (db: Kysely<DatabaseSchema>) => Promise<[T, NewAuditEntry[]]>,
  ): Promise<T> =>
    scope.write(async (db) => {
      await lockOrganization(db, scope, organizationId)
      const [result, entries] = await work(db)
      await appendEntries(scope, db, { organizationId, entries })
      return result
    })
  const give = (db: Kysely<DatabaseSchema>, organizationId: string, scimUserIds: readonly string[]) =>
    giveGroupPlaces({ db, capabilities }, { organizationId, scimUserIds, at: now() })
  return {
    createGroup: ({ organizationId, displayName, externalId, members }, entries) =>
      act(organizationId, async (db) => {
        const at = now()
        const named = { displayName, displayNameKey: displayName.toLowerCase(), externalId }
        const row = {
          ...{ id: newId(), organizationId, ...named },
          ...{ version: 1, mappingRevision: 1, createdAt: at, updatedAt: at },
        }
        await withFreeName(() => db.insertInto('scimGroups').values(row).execute())
        const { added, removed } = await changeMembers(db, row, members)
        const places = await give(db, organizationId, added)
        return [row, entries({ before: undefined, after: row, added, removed, places })]
      }),
    changeGroup: (key, change, entries) =>
      act(key.organizationId, async (db) => {
        const before = await getStored(db, key)
        const { added, removed } = await changeMembers(db, before, change.members)
        const after = await updateGroup(db, {
          before,
          change,
          at: now(),
          hasOthers: added.length + removed.length > 0,
        })
        if (after.version === before.version) return [before, []]
        const places = await give(db, key.organizationId, [...added, ...removed])
        return [after, entries({ before, after, added, removed, places })]
      }),
    removeGroup: (key, entries) =>
      act(key.organizationId, async (db) => {
        const before = await getStored(db, key)
        const removed = await readMembers(db, before.id)
        await db.deleteFrom('scimGroups').where('id', '=', before.id).execute()
        const places = await give(db, key.organizationId, removed)
        return [undefined, entries({ before, after: undefined, added: [], removed, places })]
      }),
    mapGroup: (key, { askAgain: ask, ...wanted }, entries) =>
      act(key.organizationId, async (db) => {
        await askAgain(db, { ...scope, organizationId: key.organizationId }, ask)
        const { id, organizationId } = await replaceMapping(db, key, { ...wanted, at: now() })
        const changed = await give(db, organizationId, await readMembers(db, id))
        return [undefined, entries(changed)]
      }),
  }
}

/** Puts these places in place of those that a group gave. The organisation is locked: nobody comes in between. */
async function replaceMapping(
  db: Kysely<DatabaseSchema>,
  key: ScimKey,
  {
    places,
    by,
    at,
    expectedRevision,
  }: { places: readonly WantedPlace[]; by: string; at: number } & Expectation,
): Promise<Stored> {
  const group = await getStored(db, key)
  const { id, organizationId, mappingRevision: revision } = group
  if (revision !== (expectedRevision ?? revision))
    throw await staleRevision({ db, what: 'Group', id, action: 'group.mapped' }, { revision })
  await db
    .updateTable('scimGroups')
    .set({ mappingRevision: revision + 1 })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('scimMappings').where('groupId', '=', id).execute()
  const stamp = { groupId: id, organizationId, createdAt: at, createdBy: by }
  if (places.length > 0)
    await db
      .insertInto('scimMappings')
      .values(places.map((place) => ({ ...stamp, ...place })))
      .execute()
  return group
}

async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'conflict') throw error
    throw taken('There is a group with this displayName already.', error)
  }
}

async function getStored(db: Kysely<DatabaseSchema>, key: ScimKey): Promise<Stored> {
  const stored = await db
    .selectFrom('scimGroups')
    .selectAll()
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (!stored) throw new RunnelError('not_found', `Group ${key.id} not found`)
  assertVersion(key, stored.version)
  return stored
}

async function updateGroup(
  db: Kysely<DatabaseSchema>,
  { before, change, at, hasOthers }: { before: Stored; change: GroupChange; at: number; hasOthers: boolean },
): Promise<Stored> {
  const { displayName = before.displayName } = change
  const externalId = change.externalId === undefined ? before.externalId : change.externalId
  const isSame = displayName === before.displayName && externalId === before.externalId
  if (isSame && !hasOthers) return before
  const named = { displayName, displayNameKey: displayName.toLowerCase(), externalId }
  const next = { ...named, version: before.version + 1, updatedAt: at }
  await withFreeName(() => db.updateTable('scimGroups').set(next).where('id', '=', before.id).execute())
  return { ...before, ...next }
}

async function readMembers(db: Kysely<DatabaseSchema>, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scimGroupMembers')
    .select('scimUserId')
    .where('groupId', '=', groupId)
    .execute()
  return rows.map(({ scimUserId }) => scimUserId)
}

/** Applies the steps and gives who came and who went in the end. Only a step that replaces all reads everybody. */
async function changeMembers(
  db: Kysely<DatabaseSchema>,
  { id, organizationId }: Pick<Stored, 'id' | 'organizationId'>,
  steps: readonly MemberStep[],
): Promise<{ added: string[]; removed: string[] }> {
  if (steps.length === 0) return { added: [], removed: [] }
  const readsAll = steps.some(({ kind }) => kind === 'replace' || kind === 'clear')
  const named = new Set(steps.flatMap((step) => ('ids' in step ? step.ids : [])))
  const before = new Set(readsAll ? await readMembers(db, id) : await findMembers(db, id, [...named]))
  const after = takeSteps(before, steps)
  const added = [...after].filter((member) => !before.has(member))
  const removed = [...before].filter((member) => !after.has(member))
  await assertKnown(db, organizationId, added)
  for await (const part of inTurns(added, AT_ONCE))
    await db
      .insertInto('scimGroupMembers')
      .values(part.map((scimUserId) => ({ groupId: id, scimUserId, organizationId })))
      .execute()
  for await (const part of inTurns(removed, AT_ONCE))
    await db
      .deleteFrom('scimGroupMembers')
      .where('groupId', '=', id)
      .where('scimUserId', 'in', part)
      .execute()
  return { added, removed }
}

/** The members after all steps, each done to what the one before it left. */
function takeSteps(before: ReadonlySet<string>, steps: readonly MemberStep[]): ReadonlySet<string> {
  // One set for all of them: a call may bring each member in a step of its own.
  const members = new Set(before)
  for (const step of steps) takeStep(members, step)
  return members
}

function takeStep(members: Set<string>, step: MemberStep): void {
  if (step.kind === 'clear' || step.kind === 'replace') members.clear()
  if (step.kind === 'clear') return
  for (const id of step.ids) {
    if (step.kind === 'remove') members.delete(id)
    else members.add(id)
  }
}

async function findMembers(
  db: Kysely<DatabaseSchema>,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for await (const part of inTurns(ids, AT_ONCE)) {
    const rows = await db
      .selectFrom('scimGroupMembers')
      .select('scimUserId')
      .where('groupId', '=', groupId)
      .where('scimUserId', 'in', part)
      .execute()
    found.push(...rows.map(({ scimUserId }) => scimUserId))
  }
  return found
}

/** People of other organisations do not exist for this one. */
async function assertKnown(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  for await (const part of inTurns(ids, AT_ONCE)) {
    const rows = await db
      .selectFrom('scimUsers')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', 'in', part)
      .execute()
    if (rows.length === part.length) continue
    const known = new Set(rows.map(({ id }) => id))
    const missing = part.find((each) => !known.has(each))
    throw new RunnelError('invalid_input', `There is no person ${missing} who could be a member.`, {
      body: { scimType: 'invalidValue' },
    })
  }
}
