import { type DisplayUser, passesPermission, type ShownBy, showsFeature } from '@runnel/access'
import type { Feature } from '@runnel/contract'
import type { SessionState } from './stored-session.ts'

/** What a page, an entry or a button asks for before it is shown. */
export interface DisplayRule {
  /** One permission, or several of which one suffices. */
  permission?: ShownBy
  /** A feature flag such as `feat:logs`. */
  feature?: Feature
}

/** Whose permissions and features decide what is shown. */
export type Viewer = DisplayUser & Pick<SessionState, 'features'>

/** The viewer that a session stands for on a platform. */
export function toViewer(session: Omit<SessionState, 'token'>, platformType: Viewer['platformType']): Viewer {
  const { isGlobal, permissions, features, user } = session
  return { platformType, isGlobal, permissions, features, activeWorkspaceId: user?.activeWorkspaceId }
}

/** Whether something with this rule is shown to the viewer: both its permission and its feature must pass. */
export function isShown(viewer: Viewer, rule: DisplayRule): boolean {
  const isPermitted = rule.permission === undefined || passesPermission(viewer, rule.permission)
  return isPermitted && showsFeature(viewer.features, rule.feature)
}
