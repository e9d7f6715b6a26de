import type { BuiltInRole } from '@runnel/contract'
import type { ColumnType, Generated } from 'kysely'

/** The organisation of a row: set by its layer or by the system on insert, never changed. */
export type OrganizationColumn = ColumnType<string, string | undefined, never>

/** Facts about the whole installation, such as the key check of the vault. */
export interface MetaTable {
  key: string
  value: string
}

export interface OrganizationTable {
  id: string
  name: string
  createdAt: number
  /** Whether people reach it by its own login methods alone. */
  requiresSignOn: ColumnType<boolean, boolean | undefined, boolean>
  /** Of its name. */
  revision: Generated<number>
}

/** An account, or a placeholder: somebody whom one organisation invited and who has not come yet. */
export interface UserTable {
  id: string
  /** Lower case; unique among accounts, and among the placeholders of an organisation. */
  email: string
  name: string
  passwordHash: string | null
  status: 'active' | 'invited' | 'unverified' | 'deleted'
  createdAt: number
  updatedAt: number
  lastLoginAt: number | null
  /** The workspace that the user switched to last, in whatever browser; it need not be theirs any more. */
  lastWorkspaceId: string | null
  /** Whose placeholder it is, until its person comes; null for an account. */
  organizationId: ColumnType<string | null, string | null | undefined, null>
}

export interface OrganizationMemberTable {
  organizationId: OrganizationColumn
  userId: string
  isAdmin: boolean
  /** `disable`: barred from the organisation until an administrator lets them in again. */
  status: 'active' | 'disable'
  createdAt: number
  /**
   * The organisation by whose provider somebody without a password accepted the invitation: its sessions reach this
   * organisation, too. Null for everybody else.
   */
  signOnOrganizationId: ColumnType<string | null, string | null | undefined, never>
  /** When they came to this organisation last: by a sign-in, or by going to a workspace of it. */
  lastLoginAt: ColumnType<number | null, number | null | undefined, number>
}

export interface WorkspaceTable {
  id: string
  organizationId: OrganizationColumn
  name: string
  description: string | null
  createdAt: number
  updatedAt: number
  /** Gone for everybody; what was in it is taken away little by little. */
  deletedAt: number | null
  revision: Generated<number>
}

export interface RoleTable {
  id: string
  organizationId: OrganizationColumn
  name: string
  description: string | null
  /** JSON array of permission strings; without meaning where the role is a built-in one. */
  permissions: string
  createdAt: number
  updatedAt: number
  /** Which of the product's own roles it is: what that holds is no data of the database. */
  builtIn: BuiltInRole | null
  revision: Generated<number>
}

export interface WorkspaceMemberTable {
  workspaceId: string
  /** The one of the workspace and of the role. */
  organizationId: OrganizationColumn
  userId: string
  roleId: string
  createdAt: number
  /** A group of the provider gave it, and takes it away again; what was given by hand is no group's. */
  isByGroup: ColumnType<boolean, boolean | undefined, boolean>
}

/** One pair of tokens of a signed-in browser, as hashes. Pairs that follow each other share a family. */
export interface SessionTable {
  id: string
  familyId: string
  userId: string
  /** The active workspace. */
  workspaceId: string
  accessHash: string
  accessExpiresAt: number
  refreshHash: string
  refreshExpiresAt: number
  rotatedAt: number | null
  successorId: string | null
  endedAt: number | null
  createdAt: number
  /** Where the browser is, and what it says that it is, when the pair was given. */
  address: string | null
  agent: string | null
  lastUsedAt: number | null
  /** When the family began: the sign-in from which this pair descends. */
  signedInAt: number
  /** The organisation's way by which the person signed in; null for the own password. */
  loginMethodId: string | null
  /** Whose way it is: the session reaches that organisation and no other. */
  signOnOrganizationId: string | null
  /** Whether a second factor, or a passkey, was shown at the sign-in. */
  hasSecondFactor: ColumnType<boolean, boolean | undefined, never>
}

/** What a link or token is for: it works for nothing else. */
export type TokenPurpose = 'password-reset' | 'invitation' | 'email-verification' | 'email-change' | 'sign-on'

/** A link or token that works once; only its hash is kept. */
export interface OneTimeTokenTable {
  hash: string
  purpose: string
  userId: string
  /** JSON of what the token is for beside its user, such as a new address. */
  data: string | null
  expiresAt: number
  usedAt: number | null
  createdAt: number
}

/** The authenticator app of a user. */
export interface SecondFactorTable {
  userId: string
  /** The secret that app and server have in common, sealed by the vault. */
  sealed: string
  /** When a first code proved that the app has it; null while it is being set up. */
  confirmedAt: number | null
  /** The time step of the newest code that was used: it and older ones count no more. */
  lastStep: number
  /** Wrong codes since the last right one, and until when no more are looked at. */
  failures: number
  lockedUntil: number
  createdAt: number
}

/** A code for who has lost the authenticator app; works once, only its hash is kept. */
export interface RecoveryCodeTable {
  userId: string
  hash: string
  usedAt: number | null
}

/** A passkey of a user. Bytes are base64url. */
export interface PasskeyTable {
  id: string
  userId: string
  /** The id that the authenticator gave it; unique. */
  credentialId: string
  publicKey: string
  /** How often it says that it was used; 0 for ever where it does not count. */
  counter: number
  /** JSON array of the ways by which a browser reaches it. */
  transports: string
  name: string
  createdAt: number
  lastUsedAt: number | null
}

/** A challenge that a passkey has answered; until it would have ended, nobody answers it again. */
export interface UsedChallengeTable {
  hash: string
  expiresAt: number
}

/**
 * The answer to a create that was named by an `Idempotency-Key`, sealed; status and response are null while it runs. It lasts a
 * day, so no rotation of the key renews it.
 */
export interface IdempotencyKeyTable {
  /** The workspace, or `public` for anonymous callers. */
  workspaceId: string
  principal: string
  key: string
  method: string
  path: string
  requestHash: string
  status: number | null
  response: string | null
  createdAt: number
}
