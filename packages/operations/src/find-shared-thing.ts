import { type SharedItemType, sharedItemTypes } from '@runnel/contract'
import type { TenantReader } from '@runnel/db'

type Found = Promise<{ id: string; name: string } | undefined>

/** How what a workspace has of each kind is found. */
const FIND: Record<SharedItemType, (read: TenantReader, id: string) => Found> = {
  credential: ({ credentials }, id) => credentials.find(id),
  custom_template: ({ customTemplates }, id) => customTemplates.find(id),
}

/** Something of a workspace of a kind that can be shared. */
export function findSharedThing(read: TenantReader, kind: SharedItemType, id: string): Found {
  return FIND[kind](read, id)
}

/** Of which kind something of a workspace is that can be shared; undefined where it is none. */
export async function findSharedKind(read: TenantReader, id: string): Promise<SharedItemType | undefined> {
  for (const kind of sharedItemTypes) if (await FIND[kind](read, id)) return kind
  return undefined
}
