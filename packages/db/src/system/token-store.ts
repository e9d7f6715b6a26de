import type { Kysely } from 'kysely'
import { endMailsOfLinks } from '../mails/keep-mails.ts'
import type { DatabaseSchema } from '../schema.ts'
import type { TokenPurpose } from './account-tables.ts'
import type { SystemScope } from './system-scope.ts'

/** A new link or token. `data`: plain JSON of what it is for beside its user. */
export interface NewOneTimeToken {
  hash: string
  purpose: TokenPurpose
  userId: string
  expiresAt: number
  data?: object | undefined
}

/** A use of a token. Times are milliseconds since 1970. */
export interface TokenUse {
  hash: string
  purpose: TokenPurpose
  now: number
}

/** Whose token it is, and what it carries. */
export interface OneTimeToken {
  userId: string
  data: unknown
}

/** Links and tokens that work once, as hashes. */
export interface OneTimeTokenStore {
  /** Keeps a token beside others of the user: each browser has its own. Those for the same purpose that ended are forgotten. */
  add(token: NewOneTimeToken): Promise<void>
  /** Whose token it is; undefined as for `consume`. */
  find(use: TokenUse): Promise<OneTimeToken | undefined>
  /** Uses a token up; undefined when it is unknown, for something else, expired or used. */
  consume(use: TokenUse): Promise<OneTimeToken | undefined>
  /** The token of the user for that purpose that still counts; `expiresAt` in milliseconds since 1970. */
  findOfUser(
    of: { userId: string } & Pick<TokenUse, 'purpose' | 'now'>,
  ): Promise<(OneTimeToken & { expiresAt: number }) | undefined>
  /** When the newest token of the user for that purpose was made, unless it was used. */
  newestAt(userId: string, purpose: TokenPurpose): Promise<number | undefined>
}

const parse = (row: { userId: string; data: string | null } | undefined): OneTimeToken | undefined =>
  row && { userId: row.userId, data: row.data === null ? undefined : (JSON.parse(row.data) as unknown) }

/** Makes the store of one-time tokens. */
export function createOneTimeTokenStore({ reader, write, now }: SystemScope): OneTimeTokenStore {
  return {
    add: (token) =>
      write(async (db) => {
        await db
          .deleteFrom('oneTimeTokens')
          .where('userId', '=', token.userId)
          .where('purpose', '=', token.purpose)
          .where('expiresAt', '<=', now())
          .execute()
        await addToken(db, token, now())
      }),
    async find({ hash, purpose, now: at }) {
      const row = await reader()
        .selectFrom('oneTimeTokens')
        .select(['userId', 'data'])
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', at)
        .executeTakeFirst()
      return parse(row)
    },
    consume: (use) => write((db) => consumeToken(db, use)),
    async findOfUser({ userId, purpose, now: at }) {
      const row = await reader()
        .selectFrom('oneTimeTokens')
        .select(['userId', 'data', 'expiresAt'])
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', at)
        .executeTakeFirst()
      const token = parse(row)
      return row && token && { ...token, expiresAt: row.expiresAt }
    },
    async newestAt(userId, purpose) {
      const row = await reader()
        .selectFrom('oneTimeTokens')
        .select('createdAt')
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .where('usedAt', 'is', null)
        .executeTakeFirst()
      return row?.createdAt
    },
  }
}

/** Keeps a token inside a transaction; earlier ones of the user for the same purpose stop working. */
export async function insertToken(
  db: Kysely<DatabaseSchema>,
  token: NewOneTimeToken,
  at: number,
): Promise<void> {
  const { userId, purpose } = token
  await db.deleteFrom('oneTimeTokens').where('userId', '=', userId).where('purpose', '=', purpose).execute()
  await endMailsOfLinks(db, userId, purpose)
  await addToken(db, token, at)
}

/** Takes the token of a user for one purpose, and the mail that carries it; undefined where none counts. */
export async function withdrawToken(
  db: Kysely<DatabaseSchema>,
  { userId, purpose, now }: { userId: string } & Pick<TokenUse, 'purpose' | 'now'>,
): Promise<OneTimeToken | undefined> {
  const row = await db
    .deleteFrom('oneTimeTokens')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['userId', 'data'])
    .executeTakeFirst()
  if (row !== undefined) await endMailsOfLinks(db, userId, purpose)
  return parse(row)
}

/** Takes all links and tokens of a user, of whatever purpose: what they were asked for does not hold any more. */
export async function endTokens(db: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  await db.deleteFrom('oneTimeTokens').where('userId', '=', userId).execute()
  await endMailsOfLinks(db, userId)
}

/** Keeps a token inside a transaction beside those that there are. */
export async function addToken(
  db: Kysely<DatabaseSchema>,
  { hash, purpose, userId, expiresAt, data }: NewOneTimeToken,
  at: number,
): Promise<void> {
  await db
    .insertInto('oneTimeTokens')
    .values({
      hash,
      purpose,
      userId,
      data: data === undefined ? null : JSON.stringify(data),
      expiresAt,
      usedAt: null,
      createdAt: at,
    })
    .execute()
}

/** Uses a token up inside a transaction; undefined when it does not count. */
export async function consumeToken(
  db: Kysely<DatabaseSchema>,
  { hash, purpose, now }: TokenUse,
): Promise<OneTimeToken | undefined> {
  const row = await db
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['userId', 'data'])
    .executeTakeFirst()
  if (row !== undefined) await endMailsOfLinks(db, row.userId, purpose)
  return parse(row)
}
