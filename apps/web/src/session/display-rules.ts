import type { SessionState } from './stored-session.ts'

/** What a page, an entry or a button asks for before it is shown. */
export interface DisplayRule {
  /** One permission, or several separated by commas of which one suffices. */
  permission?: string
  /** A feature flag such as `feat:logs`. */
  feature?: string
}

/** How this installation is run; everything but the two named kinds is open source. */
export type Platform = 'enterprise' | 'cloud' | 'open source'

/** Whose permissions and features decide. */
export type Viewer = Pick<SessionState, 'isGlobal' | 'permissions' | 'features'> & { platform: Platform }

/** The permission check for display: open source and global users pass; an empty id fails for the others. */
export function passesPermission(viewer: Viewer, permission: string | undefined): boolean {
  if (viewer.platform === 'open source' || viewer.isGlobal) return true
  const wanted = (permission ?? '').split(',').map((id) => id.trim())
  return wanted.some((id) => id !== '' && viewer.permissions.includes(id))
}

/** The feature display check: no key is visible, otherwise the map must hold it as true or 'true'. */
export function showsFeature(
  features: Viewer['features'] | null | undefined,
  key: string | undefined,
): boolean {
  if (key === undefined || key === '') return true
  const value = features?.[key]
  return value === true || value === 'true'
}

/** Whether something with this rule is shown to the viewer. */
export function isShown(viewer: Viewer, rule: DisplayRule): boolean {
  const isPermitted = rule.permission === undefined || passesPermission(viewer, rule.permission)
  return isPermitted && showsFeature(viewer.features, rule.feature)
}

/**
 * Whether a page may be opened. Open source: pages with a feature are closed, the rest is open. Elsewhere: the
 * feature is needed, and with it some permission at all; then global users pass and others need the permission.
 */
export function mayOpenPage(viewer: Viewer, rule: DisplayRule): boolean {
  if (viewer.platform === 'open source') return rule.feature === undefined
  if (rule.feature !== undefined && !showsFeature(viewer.features, rule.feature)) return false
  if (rule.feature !== undefined && viewer.permissions.length === 0) return false
  return viewer.isGlobal || rule.permission === undefined || passesPermission(viewer, rule.permission)
}
