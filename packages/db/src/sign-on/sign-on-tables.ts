import type { Generated } from 'kysely'
import type { OrganizationColumn } from '../system/account-tables.ts'

/** A way by which the people of an organisation sign in; `sealed` holds how, opened only by the vault. */
export interface LoginMethodTable {
  id: string
  organizationId: OrganizationColumn
  /** One of each kind at most. */
  providerName: string
  status: 'enable' | 'disable'
  sealed: string
  createdAt: number
  updatedAt: number
  createdBy: string | null
  updatedBy: string | null
  revision: Generated<number>
}

/** A domain of e-mail that an organisation says is its own. */
export interface OrganizationDomainTable {
  organizationId: OrganizationColumn
  /** In lower case, in letters of ASCII. */
  domain: string
  /** What a record of the domain has to say. */
  token: string
  createdAt: number
  createdBy: string
  /** Since when it is shown that it is theirs; null while it is not. */
  provedAt: number | null
  /** When the record was looked for last. */
  checkedAt: number | null
}

/** Who somebody is to a provider. Issuer and subject say it, within the login method that proved it; nothing else does. */
export interface IdentityTable {
  loginMethodId: string
  issuer: string
  subject: string
  organizationId: OrganizationColumn
  userId: string
  /** As the provider told it last: shown to people, decides nothing. */
  email: string | null
  createdAt: number
  lastUsedAt: number | null
}

/** An assertion that came by form, until its browser fetches what it proves: it works once. */
export interface SignOnTicketTable {
  /** Of issuer and id of the assertion: the same one is never taken twice. */
  hash: string
  loginMethodId: string
  codeHash: string
  sealed: string
  usedAt: number | null
  /** From then on the assertion counts no more, and the row is of no use. */
  expiresAt: number
}
