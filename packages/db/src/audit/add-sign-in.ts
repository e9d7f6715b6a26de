import { loginActivityCodes } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import type { NewLoginActivity } from './audit-tables.ts'

/** Failed tries that are alike are one line for so long, in milliseconds. */
const TOGETHER_MS = 60 * 60_000
/** Lines of failed tries in that time of one account, and of an organisation; what is beyond is counted together. */
const LINES_OF_ACCOUNT = 20
const LINES_OF_ORGANIZATION = 100
/** What stands for the names of many. */
const MANY = '…'

type Owned = NewLoginActivity & { organizationId: string | null }
type Line = Pick<NewLoginActivity, 'username' | 'code' | 'method' | 'address'> & { id: string }

/** Named one by one, each is found by its own place in the index. */
const FAILURES = Object.values(loginActivityCodes).filter((code) => code < 0)

const failed = ({ code }: Pick<NewLoginActivity, 'code'>) => code < 0

/**
 * Adds a try to sign in to the log of an organisation. A failed one like another of the last hour is counted on that one's line:
 * of the same name, kind, way and address. An account gets twenty lines in an hour and an organisation a hundred; further ones
 * are counted on lines without an address, and without a name.
 */
export async function addSignIn(
  db: Kysely<DatabaseSchema>,
  activity: Owned,
  { id, at }: { id: string; at: number },
): Promise<void> {
  const lines = failed(activity) ? await findLines(db, activity.organizationId, at) : []
  const told = failed(activity) ? generalise(activity, lines) : activity
  const like = lines.find((line) => isLike(line, told))
  if (like === undefined)
    await db
      .insertInto('loginActivities')
      .values({ ...told, id, at })
      .execute()
  else
    await db
      .updateTable('loginActivities')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', like.id)
      .execute()
}

/** The lines of failed tries of the last hour: not many, by the bound that they are held to. */
function findLines(db: Kysely<DatabaseSchema>, organizationId: string | null, at: number): Promise<Line[]> {
  const lines = db
    .selectFrom('loginActivities')
    .select(['id', 'username', 'code', 'method', 'address'])
    .where('code', 'in', FAILURES)
    .where('at', '>', at - TOGETHER_MS)
    .where('at', '<=', at)
  return (
    organizationId === null
      ? lines.where('organizationId', 'is', null)
      : lines.where('organizationId', '=', organizationId)
  ).execute()
}

const isLike = (line: Line, { username, code, method, address }: Omit<Line, 'id'>) =>
  line.username === username && line.code === code && line.method === method && line.address === address

function generalise(activity: Owned, lines: readonly Line[]): Owned {
  if (lines.some((line) => isLike(line, activity))) return activity
  const own = lines.filter(({ username }) => username === activity.username)
  const somewhere = { ...activity, address: null, agent: null }
  if (own.length >= LINES_OF_ACCOUNT || own.some((line) => isLike(line, somewhere))) return somewhere
  if (lines.length < LINES_OF_ORGANIZATION) return activity
  return { ...somewhere, userId: null, username: MANY }
}
