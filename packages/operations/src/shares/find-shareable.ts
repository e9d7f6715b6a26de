import { authorize } from '@runnel/access'
import { RunnelError, type SharedItemType, sharedItemTypes, sharedKinds } from '@runnel/contract'
import type { SharedItem } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { findSharedThing } from '../find-shared-thing.ts'
import type { Person } from '../people-rights.ts'

/** Something of the active workspace that its people share, by its name. */
export interface Shareable extends SharedItem {
  name: string
}

/**
 * What somebody may share: the active workspace's own, never what others share with it.
 * @throws RunnelError `not_found`, `forbidden` without the right to share its kind
 */
export async function findShareable(
  { db }: OperationContext,
  person: Person,
  { id, itemType }: { id: string; itemType?: SharedItemType | undefined },
): Promise<Shareable> {
  const read = db.read(person.workspaceId)
  for (const kind of itemType === undefined ? sharedItemTypes : [itemType]) {
    const row = await findSharedThing(read, kind, id)
    if (!row) continue
    authorize(person, sharedKinds[kind].permission)
    return { kind, id: row.id, name: row.name }
  }
  throw new RunnelError('not_found', `Item ${id} not found`)
}
