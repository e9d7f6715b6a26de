import type { ApiKeyPrincipal, UserPrincipal } from './principal.ts'

/** A user of workspace `w1` with the given permissions. */
export function userWith(permissions: string[], changes: Partial<UserPrincipal> = {}): UserPrincipal {
  return {
    kind: 'user',
    userId: 'u1',
    workspaceId: 'w1',
    organizationId: 'o1',
    isOrganizationAdmin: false,
    permissions,
    features: {},
    sessionId: 's1',
    signInId: 's1',
    ...changes,
  }
}

/** An API key of workspace `w1` with the given permissions. */
export function keyWith(permissions: string[]): ApiKeyPrincipal {
  return { kind: 'api-key', keyId: 'k1', workspaceId: 'w1', permissions }
}
