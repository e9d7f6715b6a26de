import { authorize } from '@runnel/access'
import { RunnelError, type SharedItemType, sharedItemTypes, sharedKinds } from '@runnel/contract'
import type { SharedItem, TenantReader } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import type { Person } from '../people-rights.ts'

/** Something of the active workspace that its people share, by its name. */
export interface Shareable extends SharedItem {
  name: string
}

type Found = Promise<{ id: string; name: string } | undefined>

/** How what a workspace has of each kind is found. */
const FIND: Record<SharedItemType, (read: TenantReader, id: string) => Found> = {
  credential: ({ credentials }, id) => credentials.find(id),
  custom_template: ({ customTemplates }, id) => customTemplates.find(id),
}

/** Of which kind something of a workspace is that can be shared; undefined where it is none. */
export async function findSharedKind(read: TenantReader, id: string): Promise<SharedItemType | undefined> {
  for (const kind of sharedItemTypes) if (await FIND[kind](read, id)) return kind
  return undefined
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
    const row = await FIND[kind](read, id)
    if (!row) continue
    authorize(person, sharedKinds[kind].permission)
    return { kind, id: row.id, name: row.name }
  }
  throw new RunnelError('not_found', `Item ${id} not found`)
}
