import { sql } from 'kysely'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { AuthorisationRow, ConnectionRow } from './connection-reader.ts'

/** What is stored of an account's tokens; `sealed` comes from the vault. */
export interface StoredTokens {
  sealed: string
  account: string | null
  expiresAt: number | null
}

/** A connection as somebody saw it: what they do to it holds only as far as it is still that one. */
export type SeenConnection = Pick<ConnectionRow, 'credentialId' | 'generation' | 'revision'>

/** A new way to an account. */
export type NewAuthorisation = Omit<AuthorisationRow, 'workspaceId'>

/** Writes the connections of one workspace. */
export interface ConnectionWriter {
  /** Keeps a way to an account, and forgets those of the workspace that ended. */
  begin(authorisation: NewAuthorisation): Promise<void>
  /** Takes a way that this sign-in began; it is gone from then on. Undefined where there is none, or it ended. */
  take(way: { stateHash: string; signInId: string }): Promise<AuthorisationRow | undefined>
  /** Connects a credential, in place of what it was connected to. */
  connect(credentialId: string, tokens: StoredTokens): Promise<ConnectionRow>
  /** Takes the right to renew its tokens until then; undefined where somebody has it, or it is not the one seen. */
  lock(seen: SeenConnection, until: number): Promise<ConnectionRow | undefined>
  /** Gives the right back. */
  unlock(seen: SeenConnection): Promise<void>
  /** Keeps renewed tokens and gives the right back; false where it was connected anew or disconnected since. */
  renew(seen: SeenConnection, tokens: StoredTokens): Promise<boolean>
  /** Keeps the same tokens under another seal. */
  reseal(seen: SeenConnection, sealed: string): Promise<boolean>
  /** Notes that the tokens are taken no more; false where somebody changed it since. */
  end(seen: SeenConnection): Promise<boolean>
  /** Forgets the tokens, and the ways to an account that were begun for it. */
  disconnect(credentialId: string): Promise<void>
}

const NEXT = sql<number>`"revision" + 1`

/** Makes the writer of connections. */
export function createConnectionWriter({ db, now, newId }: TenantScope): ConnectionWriter {
  const change = ({ credentialId, generation }: SeenConnection) =>
    db
      .updateTable('connections')
      .where('credentialId', '=', credentialId)
      .where('generation', '=', generation)
  const changeSeen = (seen: SeenConnection) => change(seen).where('revision', '=', seen.revision)

  return {
    async begin(authorisation) {
      await db.deleteFrom('authorisations').where('expiresAt', '<=', now()).execute()
      await db.insertInto('authorisations').values(authorisation).execute()
    },
    take: ({ stateHash, signInId }) =>
      db
        .deleteFrom('authorisations')
        .where('stateHash', '=', stateHash)
        .where('signInId', '=', signInId)
        .where('expiresAt', '>', now())
        .returningAll()
        .executeTakeFirst(),
    async connect(credentialId, tokens) {
      await db.deleteFrom('connections').where('credentialId', '=', credentialId).execute()
      const at = now()
      return db
        .insertInto('connections')
        .values({
          ...tokens,
          credentialId,
          generation: newId(),
          hasEnded: false,
          revision: 1,
          lockedUntil: 0,
          createdAt: at,
          updatedAt: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    lock: (seen, until) =>
      changeSeen(seen)
        .where('lockedUntil', '<=', now())
        .set({ lockedUntil: until, revision: NEXT })
        .returningAll()
        .executeTakeFirst(),
    async unlock(seen) {
      await changeSeen(seen).set({ lockedUntil: 0, revision: NEXT }).execute()
    },
    async renew(seen, tokens) {
      const renewed = await change(seen)
        .set({ ...tokens, hasEnded: false, lockedUntil: 0, revision: NEXT, updatedAt: now() })
        .executeTakeFirstOrThrow()
      return renewed.numUpdatedRows > 0n
    },
    async reseal(seen, sealed) {
      const resealed = await changeSeen(seen).set({ sealed, revision: NEXT }).executeTakeFirstOrThrow()
      return resealed.numUpdatedRows > 0n
    },
    async end(seen) {
      const ended = await changeSeen(seen)
        .set({ hasEnded: true, lockedUntil: 0, revision: NEXT, updatedAt: now() })
        .executeTakeFirstOrThrow()
      return ended.numUpdatedRows > 0n
    },
    async disconnect(credentialId) {
      await db.deleteFrom('authorisations').where('credentialId', '=', credentialId).execute()
      await db.deleteFrom('connections').where('credentialId', '=', credentialId).execute()
    },
  }
}
