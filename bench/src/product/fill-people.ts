import { type InstallationData, openPlainDatabase, type PlainDatabase } from './plain-database.ts'

/** How much is added to an installation with one organisation and its administrator. */
export interface People {
  people: number
  workspaces: number
}

const ROWS_AT_ONCE = 10_000
const NAMES = ['Ada', 'Alan', 'Barbara', 'Claude', 'Donald', 'Edsger', 'Frances', 'Grace', 'Hedy', 'John']
/** Every so many-th of the people has the role that few have; the others are in the default workspace as viewers. */
const ONE_INVITED_IN = 100

/** Who was invited is a placeholder of the organisation. */
const isInvited = `n.i % ${ONE_INVITED_IN} = 0`
const invitedNowAndThen = {
  status: `case when ${isInvited} then 'invited' else 'active' end`,
  organizationId: `case when ${isInvited} then (select "id" from "organizations" limit 1) end`,
}

/** Somebody who is in every workspace as an owner, with the password of the administrator. */
export const EVERYWHERE = 'everywhere@example.com'

/**
 * Adds people with places, sign-ins and entries of the audit log, by SQL beside the product: copies of the rows that it
 * wrote for the administrator. One is in all workspaces, everybody else is in the default one and in one of the others. On SQLite
 * the server must not run meanwhile.
 */
export async function fillPeople(place: InstallationData, { people, workspaces }: People): Promise<void> {
  const database = await openPlainDatabase(place)
  try {
    await fillTables(database, { people, workspaces })
    await database.run('analyze')
    await database.finish()
  } finally {
    await database.close()
  }
}

async function fillTables(database: PlainDatabase, { people, workspaces }: People): Promise<void> {
  const fill = (copy: Copy) => insertCopies(database, copy)
  const { hex } = database
  const workspaceId = (n: string) => `${hex(n, 8)} || '-0000-4000-8000-00000000aaaa'`
  const userId = `${hex('n.i', 8)} || '-0000-4000-8000-00000000bbbb'`
  const own = `${hex('n.i', 8)} || '-0000-4000-8000-00000000cccc'`
  const mixed = `((n.i * 7919) % 100003)`
  const name = `case n.i % ${NAMES.length} ${NAMES.map((each, at) => `when ${at} then '${each}'`).join(' ')} end || ' ' || ${mixed}`
  const email = `'person' || ${mixed} || '.' || n.i || '@example.com'`
  const earlier = (column: string) => `t."${column}" - n.i * 1000`
  await fill({
    table: 'workspaces',
    count: workspaces,
    values: { id: workspaceId('n.i'), name: `'Workspace ' || n.i` },
  })
  const isAdmin = 'n.i < 0'
  const place = { workspaceId: workspaceId('n.i'), createdAt: earlier('createdAt') }
  for (const copy of copiesOfEverywhere(workspaces, { isAdmin, place })) await fill(copy)
  await fill({
    table: 'users',
    count: people,
    values: {
      id: userId,
      email,
      name,
      ...invitedNowAndThen,
      lastLoginAt: earlier('createdAt'),
    },
  })
  await fill({
    table: 'organizationMembers',
    count: people,
    values: { userId, isAdmin, createdAt: earlier('createdAt') },
  })
  const role = `(select "id" from "roles" where "builtIn" = 'viewer' limit 1)`
  const viewer = { userId, roleId: role, createdAt: earlier('createdAt') }
  const first = `(select "id" from "workspaces" where "name" = 'Default Workspace')`
  await fill({ table: 'workspaceMembers', count: people, values: { ...viewer, workspaceId: first } })
  await fill({
    table: 'workspaceMembers',
    count: people,
    values: { ...viewer, workspaceId: workspaceId(`(n.i % ${workspaces} + 1)`) },
  })
  await fill({
    table: 'loginActivities',
    count: people,
    values: {
      id: own,
      at: earlier('at'),
      username: email,
      code: `case when n.i % 50 = 0 then -2 else 0 end`,
    },
  })
  await fill({
    table: 'auditEntries',
    count: people,
    values: {
      id: own,
      at: earlier('at'),
      actorName: email,
      subjectName: name,
      action: `case n.i % 40 when 0 then 'role.updated' when 1 then 'user.invited' else 'credential.updated' end`,
      // They count as written down long ago: the log grows behind them.
      sequence: '-n.i',
      hash: `'kept ' || n.i`,
    },
  })
}

/** Who is everywhere: an account, which administers nothing, and a place in each workspace with the role of the owner. */
function copiesOfEverywhere(
  workspaces: number,
  { isAdmin, place }: { isAdmin: string; place: Copy['values'] },
): Copy[] {
  const userId = `'00000000-0000-4000-8000-00000000dddd'`
  return [
    { table: 'users', count: 1, values: { id: userId, email: `'${EVERYWHERE}'` } },
    { table: 'organizationMembers', count: 1, values: { userId, isAdmin } },
    { table: 'workspaceMembers', count: workspaces, values: { userId, ...place } },
  ]
}

interface Copy {
  table: string
  count: number
  /** SQL per column of what a copy does not take over from the first row of the table, `t`; `n.i` counts from 1. */
  values: Readonly<Record<string, string>>
}

async function insertCopies(database: PlainDatabase, { table, count, values }: Copy): Promise<void> {
  const names = await database.columnsOf(table)
  const unknown = Object.keys(values).filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`The table ${table} has no column ${unknown.join(', ')}.`)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const sources = names.map((name) => values[name] ?? `t."${name}"`).join(', ')
  await database.run(`create temporary table "copied" as select * from "${table}" limit 1`)
  const [found] = await database.readTexts('select count(*) from "copied"')
  if (found !== '1') throw new Error(`The table ${table} has no row to copy.`)
  for (let from = 1; from <= count; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE - 1, count)
    await database.run(`insert into "${table}" (${columns})
      with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})
      select ${sources} from n, "copied" t`)
  }
  await database.run('drop table "copied"')
}
