import type { CallOrigin } from '@runnel/contract'

/** Flags that switch pages and routes on; on is `true` or `'true'`. */
export type FeatureFlags = Readonly<Record<string, boolean | string>>

/** A signed-in user in the active workspace. */
export interface UserPrincipal {
  kind: 'user'
  userId: string
  /** Their address of e-mail, by which logs name them. */
  email?: string
  workspaceId: string
  organizationId: string
  isOrganizationAdmin: boolean
  permissions: readonly string[]
  features: FeatureFlags
  /** The session's workspace is no longer theirs: they may choose another, and nothing else. */
  hasLostWorkspace?: true
  sessionId: string
  /** The sign-in from which the session descends: it stays the same when tokens are renewed. */
  signInId: string
  /**
   * The organisation by whose provider they signed in: they reach no other, and change nothing of their account. Absent for
   * who has shown a password.
   */
  signOnOrganizationId?: string
  /** A second factor, or a passkey, was shown at the sign-in. */
  hasSecondFactor?: true
  from?: CallOrigin
}

/** An API key of one workspace. */
export interface ApiKeyPrincipal {
  kind: 'api-key'
  keyId: string
  keyName?: string
  workspaceId: string
  permissions: readonly string[]
  from?: CallOrigin
}

/**
 * The provider of an organisation's identities, by its token for SCIM. It stands apart from all other callers, so that no
 * operation but SCIM's own can be called with it.
 */
export interface ProvisioningPrincipal {
  kind: 'provisioning'
  tokenId: string
  tokenName: string
  organizationId: string
  from?: CallOrigin
}

/** Anyone: what they may do is what public routes offer. */
export interface AnonymousPrincipal {
  kind: 'anonymous'
}

/** The product itself, working for one workspace: schedules, maintenance, resumed runs. */
export interface SystemPrincipal {
  kind: 'system'
  workspaceId: string
}

/** In whose name something is done in a workspace, or by a stranger. */
export type Principal = UserPrincipal | ApiKeyPrincipal | AnonymousPrincipal | SystemPrincipal
