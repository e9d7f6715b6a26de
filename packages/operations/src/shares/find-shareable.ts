import { authorize } from '@runnel/access'
import { type Permission, RunnelError, type SharedItemType } from '@runnel/contract'
import type { SharedItem } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import type { Person } from '../people-rights.ts'

/** Something of the active workspace that its people share, by its name. */
export interface Shareable extends SharedItem {
  name: string
}

/** What lets somebody share each kind. */
const PERMISSIONS: Record<SharedItemType, Permission> = {
  credential: 'credentials:share',
  custom_template: 'templates:custom-share',
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
  const { credentials, customTemplates } = db.read(person.workspaceId)
  const kinds: SharedItemType[] = itemType === undefined ? ['credential', 'custom_template'] : [itemType]
  for (const kind of kinds) {
    const row = await (kind === 'credential' ? credentials : customTemplates).find(id)
    if (!row) continue
    authorize(person, PERMISSIONS[kind])
    return { kind, id: row.id, name: row.name }
  }
  throw new RunnelError('not_found', `Item ${id} not found`)
}
