import type { CallOrigin } from '@runnel/contract'
import type { Kysely, Selectable } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import type { SessionTable } from './account-tables.ts'

export type SessionRow = Selectable<SessionTable>

/** A pair of tokens as hashes, with their ends. */
export interface SessionTokens {
  id?: string | undefined
  accessHash: string
  accessExpiresAt: number
  refreshHash: string
  refreshExpiresAt: number
}

type SignOnColumns = Pick<SessionRow, 'loginMethodId' | 'signOnOrganizationId' | 'hasSecondFactor'>

/** Writes the first session of a sign-in. */
export function beginSession(
  db: Kysely<DatabaseSchema>,
  {
    id,
    at,
    ...owner
  }: Pick<SessionRow, 'id' | 'userId' | 'workspaceId' | keyof SignOnColumns> & CallOrigin & { at: number },
  tokens: SessionTokens,
): Promise<SessionRow> {
  return insertSession(
    db,
    { ...owner, id, familyId: id, createdAt: at, signedInAt: at, lastUsedAt: at },
    tokens,
  )
}

/** Writes one session of a sign-in. */
export function insertSession(
  db: Kysely<DatabaseSchema>,
  owner: Pick<
    SessionRow,
    | 'id'
    | 'familyId'
    | 'userId'
    | 'workspaceId'
    | 'createdAt'
    | 'signedInAt'
    | 'lastUsedAt'
    | keyof SignOnColumns
  > &
    CallOrigin,
  tokens: SessionTokens,
): Promise<SessionRow> {
  return db
    .insertInto('sessions')
    .values({
      ...tokens,
      ...owner,
      rotatedAt: null,
      successorId: null,
      endedAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
