import { refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { type AskAgain, askAgain } from '../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../schema.ts'
import { lockOrganization } from '../system/people/lock-organization.ts'
import type { SystemScope } from '../system/system-scope.ts'
import { prepareRead } from '../tenant/tenant-scope.ts'
import type { ScimCallRow, ScimTokenRow } from './scim-rows.ts'

/** Tokens of SCIM, and the calls that came by them. `askAgain`: what an act on them is allowed by. */
export interface ScimTokenStore {
  /** Keeps a new token. `conflict` where as many live as may: `most`. */
  insertToken(
    token: Omit<ScimTokenRow, 'id' | 'createdAt' | 'lastUsedAt'>,
    options: { most: number; entry: (id: string) => NewAuditEntry; askAgain?: AskAgain },
  ): Promise<ScimTokenRow>
  /** False when there is none. */
  removeToken(token: { organizationId: string; id: string }, act: TokenAct): Promise<boolean>
  /** Gives a token to another maker. False when there is none. */
  giveToken(token: { organizationId: string; id: string; createdBy: string }, act: TokenAct): Promise<boolean>
  /**
   * Whose token it is, where its maker is an active administrator of the organisation now; otherwise it opens nothing. The
   * caller looks at its end.
   */
  findByHash(hash: string): Promise<ScimTokenRow | undefined>
  touchToken(id: string, at: number): Promise<void>
  /** Writes a call down, and forgets those that are too many. */
  noteCall(call: Omit<ScimCallRow, 'id' | 'at'>): Promise<void>
}

/** An act on a token: its entry, and what it is allowed by. */
interface TokenAct {
  entry: NewAuditEntry
  askAgain?: AskAgain
}

/** So many calls of an organisation are kept; a tenth more lie there at times. */
const MOST_CALLS = 100
const SLACK = 10

const FIND_BY_HASH = prepareRead(['hash'], (db: Kysely<DatabaseSchema>, { hash }) =>
  db
    .selectFrom('scimTokens')
    .innerJoin('users', 'users.id', 'scimTokens.createdBy')
    .innerJoin('organizationMembers', (join) =>
      join
        .onRef('organizationMembers.organizationId', '=', 'scimTokens.organizationId')
        .onRef('organizationMembers.userId', '=', 'scimTokens.createdBy'),
    )
    .selectAll('scimTokens')
    .where('scimTokens.hash', '=', hash)
    .where('users.status', '=', 'active')
    .where('organizationMembers.status', '=', 'active')
    .where('organizationMembers.isAdmin', '=', true),
)

/** Makes the store. */
export function createScimTokenStore(scope: SystemScope): ScimTokenStore {
  const { read, write, now, newId } = scope
  return {
    insertToken: (token, { most, entry, askAgain: ask }) =>
      write(async (db) => {
        await lockOrganization(db, scope, token.organizationId)
        await askAgain(db, { ...scope, organizationId: token.organizationId }, ask)
        const at = now()
        const live = await db
          .selectFrom('scimTokens')
          .select('id')
          .where('organizationId', '=', token.organizationId)
          .where('expiresAt', '>', at)
          .execute()
        if (live.length >= most)
          throw refusalOf('conflict', tellWhy('tokens_exceeded', { most: String(most) }))
        const row = { ...token, id: newId(), createdAt: at, lastUsedAt: null }
        await db.insertInto('scimTokens').values(row).execute()
        await appendEntries(scope, db, { organizationId: token.organizationId, entries: [entry(row.id)] })
        return row
      }),
    removeToken: ({ organizationId, id }, { entry, askAgain: ask }) =>
      write(async (db) => {
        await askAgain(db, { ...scope, organizationId }, ask)
        const { numDeletedRows } = await db
          .deleteFrom('scimTokens')
          .where('organizationId', '=', organizationId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await appendEntries(scope, db, { organizationId, entries: [entry] })
        return true
      }),
    giveToken: ({ organizationId, id, createdBy }, { entry, askAgain: ask }) =>
      write(async (db) => {
        await askAgain(db, { ...scope, organizationId }, ask)
        const { numUpdatedRows } = await db
          .updateTable('scimTokens')
          .set({ createdBy })
          .where('organizationId', '=', organizationId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await appendEntries(scope, db, { organizationId, entries: [entry] })
        return true
      }),
    findByHash: async (hash) => (await read(FIND_BY_HASH, { hash }))[0],
    async touchToken(id, at) {
      await write((db) => db.updateTable('scimTokens').set({ lastUsedAt: at }).where('id', '=', id).execute())
    },
    async noteCall(call) {
      await write(async (db) => {
        await db
          .insertInto('scimCalls')
          .values({ ...call, id: newId(), at: now() })
          .execute()
        await pruneCalls(db, call.organizationId)
      })
    },
  }
}

async function pruneCalls(db: Kysely<DatabaseSchema>, organizationId: string): Promise<void> {
  const beyond = await db
    .selectFrom('scimCalls')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_CALLS + SLACK)
    .executeTakeFirst()
  if (!beyond) return
  const kept = await db
    .selectFrom('scimCalls')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_CALLS - 1)
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('scimCalls')
    .where('organizationId', '=', organizationId)
    .where('id', '<', kept.id)
    .execute()
}
