import type { SortRules } from '../tenant/page.ts'

/** A row that a workspace may use: its own, or one that another shares with it. */
export type Usable<Row> = Row & {
  /** True for one of another workspace, which `workspaceId` names. */
  isShared: boolean
}

/** A row of a view as its users see it: with the workspace that it belongs to. */
export function presentUsable<Row extends { workspaceId: string; ownerId: string }>({
  ownerId,
  ...row
}: Row): Usable<Omit<Row, 'ownerId'>> {
  return { ...row, workspaceId: ownerId, isShared: ownerId !== row.workspaceId }
}

/** Sorted by `name`, `updatedDate` or `createdDate`; without a wish by what changed or came last. */
export function sortOfView(
  view: 'usableCredentials' | 'usableTemplates',
  fallback: 'updatedAt' | 'createdAt',
): SortRules {
  return {
    columns: {
      name: { column: `${view}.name`, isText: true },
      updatedDate: { column: `${view}.updatedAt` },
      createdDate: { column: `${view}.createdAt` },
    },
    fallback: `${view}.${fallback}`,
    fallbackDirection: 'desc',
    tieBreaker: `${view}.id`,
  }
}
