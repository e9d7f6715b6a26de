import type { Principal } from '@runnel/access'
import { refusalOf, type SharedItemType, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { type Person, permissionsIn, personOf } from '../people-rights.ts'
import { findShareable } from './find-shareable.ts'
import { presentShares } from './list-shares.ts'

/** Nobody shares with a workspace that is not theirs, nor with the one where they are. @throws RunnelError `not_found`, `invalid_input` */
async function assertMayReceive(context: OperationContext, person: Person, added: string[]): Promise<void> {
  if (added.includes(person.workspaceId))
    throw refusalOf('invalid_input', tellWhy('own_workspace_shared'), { path: 'workspaceIds' })
  for (const id of added) await permissionsIn(context, person, id)
}

/**
 * Shares something of the active workspace with exactly these. To add one the caller must be in it; taking it back needs
 * only the right to share, and holds from the next use on.
 * @throws RunnelError `not_found`, `forbidden`, `invalid_input`
 */
export async function replaceShares(
  context: OperationContext,
  principal: Principal,
  { id, itemType, workspaceIds }: { id: string; itemType: SharedItemType; workspaceIds: string[] },
): Promise<void> {
  const person = personOf(principal)
  const item = await findShareable(context, person, { id, itemType })
  const before = await presentShares(context, person, item)
  const known = before.map((share) => share.workspaceId)
  const wanted = [...new Set(workspaceIds)]
  const added = wanted.filter((workspaceId) => !known.includes(workspaceId))
  const removed = known.filter((workspaceId) => !wanted.includes(workspaceId))
  await assertMayReceive(context, person, added)
  if (added.length + removed.length === 0) return
  const { read } = context.db.organization(person.organizationId)
  const names = await Promise.all(wanted.map(async (each) => (await read.findWorkspace(each))?.name ?? each))
  await context.db.write(person.workspaceId, async (writer) => {
    await writer.shares.add(item, added)
    await writer.shares.remove(item, removed)
    const subject = { kind: item.kind === 'credential' ? 'credential' : 'template', id, name: item.name }
    await writer.audit.append(
      auditEntry(person, {
        action: 'shares.changed',
        subject,
        before: { sharedWith: before.map(({ workspaceName }) => workspaceName).toSorted() },
        after: { sharedWith: names.toSorted() },
      }),
    )
  })
}
