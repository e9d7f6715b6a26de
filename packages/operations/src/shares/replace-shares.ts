import { authorize, type Principal } from '@runnel/access'
import { refusalOf, type SharedItemType, sharedKinds, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { type Person, permissionsIn, personOf, type RightsSource } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { findShareable, type Shareable } from './find-shareable.ts'
import { presentShares } from './list-shares.ts'

/** Nobody shares with a workspace that is not theirs, nor with the one where they are. @throws RunnelError `not_found`, `invalid_input` */
async function assertMayReceive(context: RightsSource, person: Person, added: string[]): Promise<void> {
  if (added.includes(person.workspaceId))
    throw refusalOf('invalid_input', tellWhy('own_workspace_shared'), { path: 'workspaceIds' })
  for (const id of added) await permissionsIn(context, person, id)
}

/** How often it is begun anew where others change the same in the same moment. */
const ATTEMPTS = 5

/** What is to be shared, and with whom. */
interface Wish {
  item: Shareable
  wanted: readonly string[]
  /** With whom it was shared when the caller looked; they count on nothing where that is absent. */
  seen: readonly string[] | undefined
}

/** Who shares something, or shares it no more. */
interface SharesChange {
  id: string
  itemType: SharedItemType
  workspaceIds: string[]
  knownWorkspaceIds?: string[] | undefined
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  [...new Set(some)].toSorted().join() === [...new Set(others)].toSorted().join()

/**
 * Shares something of the active workspace with exactly these. To add one the caller must be in it; taking it back needs
 * only the right to share, and holds from the next use on.
 * @throws RunnelError `not_found`, `forbidden`, `invalid_input`, `conflict` where it is shared otherwise than the
 *   caller knows, or others change it again and again
 */
export async function replaceShares(
  context: OperationContext,
  principal: Principal,
  { id, itemType, workspaceIds, knownWorkspaceIds: seen }: SharesChange,
): Promise<void> {
  const person = personOf(principal)
  const item = await findShareable(context, person, { id, itemType })
  const wish = { item, wanted: [...new Set(workspaceIds)], seen }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) if (await tryReplace(context, person, wish)) return
  throw changedMeanwhile()
}

const changedMeanwhile = () => refusalOf('conflict', tellWhy('shares_changed_meanwhile'))

/** False where somebody changed it since it was read: what may be added was asked of what was there then. */
async function tryReplace(
  context: OperationContext,
  person: Person,
  { item, wanted, seen }: Wish,
): Promise<boolean> {
  const before = await presentShares(context, person, item)
  const known = before.map((share) => share.workspaceId)
  if (seen && !isSame(seen, known)) throw changedMeanwhile()
  const added = wanted.filter((workspaceId) => !known.includes(workspaceId))
  const removed = known.filter((workspaceId) => !wanted.includes(workspaceId))
  await assertMayReceive(context, person, added)
  if (added.length + removed.length === 0) return true
  const { read } = context.db.organization(person.organizationId)
  const names = await Promise.all(wanted.map(async (each) => (await read.findWorkspace(each))?.name ?? each))
  const askAgain = stillAllowed(context, person, async (now, still) => {
    authorize(still, sharedKinds[item.kind].permission)
    await assertMayReceive(now, still, added)
  })
  const rights = { organizationId: person.organizationId, askAgain }
  return context.db.write(
    person.workspaceId,
    async (writer) => {
      const current = await writer.shares.lock(item)
      if (!isSame(current, known)) return false
      await writer.shares.add(item, added)
      await writer.shares.remove(item, removed)
      const kind = sharedKinds[item.kind].subject
      await writer.audit.append(
        auditEntry(person, {
          action: 'shares.changed',
          subject: { kind, id: item.id, name: item.name },
          before: { sharedWith: before.map(({ workspaceName }) => workspaceName).toSorted() },
          after: { sharedWith: names.toSorted() },
        }),
      )
      return true
    },
    rights,
  )
}
