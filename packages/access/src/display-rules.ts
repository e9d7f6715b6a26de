import type { Feature, Permission } from '@runnel/contract'
import type { FeatureFlags } from './principal.ts'

/** The kinds of platform, as `GET /settings` names them. */
export type PlatformType = 'open source' | 'enterprise' | 'cloud'

/** The kind that the field `PLATFORM_TYPE` of `GET /settings` names: anything but enterprise and cloud is open source. */
export function toPlatformType(value: unknown): PlatformType {
  return value === 'enterprise' || value === 'cloud' ? value : 'open source'
}

/** What the web app knows of the signed-in user. */
export interface DisplayUser {
  platformType: PlatformType
  /** Organisation admins and users marked `isGlobal`. */
  isGlobal: boolean
  permissions: readonly string[]
  activeWorkspaceId: string | undefined
}

/** Without a key visible; else the flags must hold the key with `true` or `'true'`. */
export function showsFeature(features: FeatureFlags | undefined, key: string | undefined): boolean {
  if (!key) return true
  const flag = features?.[key]
  return flag === true || flag === 'true'
}

/** The permissions of which any is enough to see something: one, two separated by a comma, or a list. */
export type ShownBy = Permission | `${Permission},${Permission}` | readonly Permission[]

/** For display only: open source and global users pass; others pass with any of the permissions, and fail when none is named. */
export function passesPermission(user: DisplayUser, permissions: ShownBy | undefined): boolean {
  if (passesAlways(user)) return true
  const wanted: readonly string[] =
    typeof permissions === 'string' ? permissions.split(',') : (permissions ?? [])
  return wanted.some((permission) => user.permissions.includes(permission))
}

/** For display only: open source and global users pass; others in their active workspace. */
export function passesWorkspace(user: DisplayUser, workspaceId: string): boolean {
  return passesAlways(user) || user.activeWorkspaceId === workspaceId
}

function passesAlways(user: DisplayUser): boolean {
  return user.platformType === 'open source' || user.isGlobal
}

/** Where a page sends its visitor. */
export type PageGate = 'show' | '/login' | '/unauthorized'

/**
 * Who is not signed in goes to `/login`. On open source a page that needs a feature is refused. Elsewhere, unless the
 * user is global, there must be permissions and the page's must be among them; then its flag must be on.
 */
export function decidePage(
  user: (DisplayUser & { features: FeatureFlags }) | undefined,
  page: { feature?: Feature | undefined; permission?: ShownBy | undefined },
): PageGate {
  if (!user) return '/login'
  if (user.platformType === 'open source') return page.feature ? '/unauthorized' : 'show'
  if (!mayEnter(user, page.permission)) return '/unauthorized'
  return showsFeature(user.features, page.feature) ? 'show' : '/unauthorized'
}

function mayEnter(user: DisplayUser, permission: ShownBy | undefined): boolean {
  if (user.isGlobal) return true
  return user.permissions.length > 0 && (!permission || passesPermission(user, permission))
}
