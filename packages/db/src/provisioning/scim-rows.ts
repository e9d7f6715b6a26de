import type { Selectable } from 'kysely'
import type { ScimCallTable, ScimGroupTable, ScimTokenTable, ScimUserTable } from './provisioning-tables.ts'

export interface ScimEmail {
  value: string
  type?: string | undefined
  primary?: boolean | undefined
}

/** What the provider tells of a person. */
export interface ScimUserRecord {
  userName: string
  externalId: string | null
  displayName: string | null
  formattedName: string | null
  givenName: string | null
  familyName: string | null
  title: string | null
  emails: ScimEmail[]
  isActive: boolean
}

/** A person of the provider as they are kept. */
export interface ScimUserRow extends ScimUserRecord {
  id: string
  userId: string
  version: number
  createdAt: number
  updatedAt: number
}

export type ScimGroupRow = Omit<Selectable<ScimGroupTable>, 'organizationId' | 'displayNameKey'>
export type ScimTokenRow = Selectable<ScimTokenTable>
export type ScimCallRow = Selectable<ScimCallTable>

/** Somebody in a group, or a group of somebody. */
export interface ScimReference {
  id: string
  display: string
}

type Stored = Selectable<ScimUserTable>

/** The columns of a row that `parseScimUser` reads. */
export const SCIM_USER_COLUMNS = [
  'scimUsers.id',
  'scimUsers.userId',
  'scimUsers.userName',
  'scimUsers.externalId',
  'scimUsers.displayName',
  'scimUsers.formattedName',
  'scimUsers.givenName',
  'scimUsers.familyName',
  'scimUsers.title',
  'scimUsers.emails',
  'scimUsers.isActive',
  'scimUsers.version',
  'scimUsers.createdAt',
  'scimUsers.updatedAt',
] as const

/** A stored row as it is worked with. */
export function parseScimUser<Row extends Pick<Stored, 'emails'>>(
  row: Row,
): Omit<Row, 'emails'> & { emails: ScimEmail[] } {
  return { ...row, emails: JSON.parse(row.emails) as ScimEmail[] }
}

/** The columns of what the provider tells. */
export function toColumns(record: ScimUserRecord) {
  const { userName, externalId, displayName, formattedName, givenName, familyName, title, isActive } = record
  const keys = record.emails.map(
    ({ value, type = '' }) => `\n${type.toLowerCase()}\t${value.toLowerCase()}\n`,
  )
  return {
    userName,
    userNameKey: userName.toLowerCase(),
    externalId,
    displayName,
    formattedName,
    givenName,
    familyName,
    title,
    emails: JSON.stringify(record.emails),
    emailKeys: keys.join(''),
    isActive,
  }
}
