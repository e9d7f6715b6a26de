import { allPermissions, permissionsAbout } from './permissions.ts'
import { sharingPermissions } from './shared-kinds.ts'

/** The roles that every organisation has, whatever it adds. */
export const builtInRoleNames = ['owner', 'admin', 'editor', 'viewer', 'member'] as const
export type BuiltInRole = (typeof builtInRoleNames)[number]

const contentKeys = permissionsAbout('content')

/** Giving things to other workspaces is for those who look after several. */
const SHARES: readonly string[] = sharingPermissions
/** What is looked at without `:view` in its name. */
const LOOKS = ['templates:marketplace', 'templates:custom']
/** Who only looks needs no list of keys. */
const HIDDEN_FROM_VIEWERS = ['apikeys:view']

/**
 * What a built-in role holds. It is data of the product and not of the database, so that a permission that comes with a
 * new version is held from its first day by those who are to have it.
 */
export const builtInPermissions: Readonly<Record<BuiltInRole, readonly string[]>> = {
  owner: allPermissions,
  admin: allPermissions.filter((key) => key !== 'sso:manage'),
  editor: contentKeys.filter((key) => !SHARES.includes(key)),
  viewer: contentKeys.filter(
    (key) => (key.endsWith(':view') || LOOKS.includes(key)) && !HIDDEN_FROM_VIEWERS.includes(key),
  ),
  member: [],
}
