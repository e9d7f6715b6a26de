import type { TenantColumn } from '../tenant/tenant-column.ts'

/** The account to which a credential is connected; `sealed` holds its tokens, opened only by the vault. */
export interface ConnectionTable {
  credentialId: string
  workspaceId: TenantColumn
  /** Another one each time somebody connects it anew. */
  generation: string
  sealed: string
  /** Whose account it is, as its vendor names it. */
  account: string | null
  /** End of the access token, in milliseconds since 1970; null where it never says. */
  expiresAt: number | null
  /** The vendor takes its tokens no more: somebody must connect it anew. */
  hasEnded: boolean
  /** Rises with every change. */
  revision: number
  /** Until then somebody renews its tokens. */
  lockedUntil: number
  createdAt: number
  updatedAt: number
}

/** A way to an account that somebody began; `sealed` holds what its end needs. */
export interface AuthorisationTable {
  /** SHA-256 of the state that travels through the browser. */
  stateHash: string
  workspaceId: TenantColumn
  credentialId: string
  /** The sign-in of the browser that began it: no other may end it. */
  signInId: string
  sealed: string
  expiresAt: number
}
