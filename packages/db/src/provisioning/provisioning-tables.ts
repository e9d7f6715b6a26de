import type { Generated } from 'kysely'
import type { OrganizationColumn } from '../system/account-tables.ts'

/** A token by which the provider of an organisation's identities speaks SCIM; only its hash is kept. */
export interface ScimTokenTable {
  id: string
  organizationId: OrganizationColumn
  name: string
  hash: string
  hint: string
  createdAt: number
  createdBy: string
  expiresAt: number
  lastUsedAt: number | null
}

/** A member of the organisation as the provider tells of them. It goes with the membership. */
export interface ScimUserTable {
  id: string
  organizationId: OrganizationColumn
  userId: string
  /** Whether the account was made for it, and was nobody's before. */
  isMade: boolean
  /** Whether it was the provider that barred the member: only then it lets them in again. */
  isBarred: boolean
  userName: string
  /** In lower case; unique in the organisation. */
  userNameKey: string
  externalId: string | null
  displayName: string | null
  formattedName: string | null
  givenName: string | null
  familyName: string | null
  title: string | null
  /** JSON of `{value, type, primary}`. */
  emails: string
  /** Each address in lower case as `\ntype\tvalue\n`, for filters. */
  emailKeys: string
  isActive: boolean
  version: number
  createdAt: number
  updatedAt: number
}

/** A group of the provider. */
export interface ScimGroupTable {
  id: string
  organizationId: OrganizationColumn
  displayName: string
  /** In lower case; unique in the organisation. */
  displayNameKey: string
  externalId: string | null
  version: number
  /** Of the places that it gives, which its `version` does not count. */
  mappingRevision: Generated<number>
  createdAt: number
  updatedAt: number
}

export interface ScimGroupMemberTable {
  groupId: string
  scimUserId: string
  organizationId: OrganizationColumn
}

/** A place that a group gives to its members. */
export interface ScimMappingTable {
  groupId: string
  workspaceId: string
  organizationId: OrganizationColumn
  roleId: string
  createdAt: number
  createdBy: string
}

/** A call of the provider, for who sets it up; the last ones alone are kept. */
export interface ScimCallTable {
  id: string
  organizationId: OrganizationColumn
  at: number
  tokenName: string
  method: string
  path: string
  status: number
  detail: string | null
}
