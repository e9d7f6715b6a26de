import type { Permission } from './permissions.ts'

/** A kind of thing that one workspace shares with another. */
interface SharedKind {
  /** What lets somebody share it. */
  permission: Permission
  /** What the audit log calls it. */
  subject: string
}

/**
 * All kinds that are shared, by their names on the wire. A line more is a kind more: what else it needs (where its rows lie, how
 * they are read, its title in each language) stops the compiler until it is there.
 */
export const sharedKinds = {
  credential: { permission: 'credentials:share', subject: 'credential' },
  custom_template: { permission: 'templates:custom-share', subject: 'template' },
} as const satisfies Record<string, SharedKind>

/** The name of a kind that is shared. */
export type SharedItemType = keyof typeof sharedKinds

/** The names of all kinds that are shared. */
export const sharedItemTypes = Object.keys(sharedKinds) as [SharedItemType, ...SharedItemType[]]

/** The rights to share; which one is needed is told by the kind of what is shared. */
export const sharingPermissions = Object.values(sharedKinds).map(({ permission }) => permission) as [
  Permission,
  ...Permission[],
]
