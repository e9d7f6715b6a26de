import {
  DummyDriver,
  Kysely,
  type Kysely as KyselyType,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import type { DatabaseSchema } from '../schema.ts'
import { createOrganizationPlugin, createTenantPlugin } from './tenant-plugin.ts'

const plain = new Kysely<DatabaseSchema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const db = plain.withPlugin(createTenantPlugin('w'))

const variable = {
  id: 'v',
  name: 'n',
  type: 'static',
  value: null,
  revision: 1,
  createdAt: 1,
  updatedAt: 1,
} as const

describe('a statement that is held to a workspace', () => {
  test('names it once, also where builders stand inside of builders', () => {
    const ids = db.selectFrom('flows').select('id')
    const { sql: text, parameters } = db
      .with('named', () => db.selectFrom('runs').select('id'))
      .selectFrom('credentials')
      .selectAll()
      .where('id', 'in', ids)
      .where('id', 'in', (eb) => eb.selectFrom('named').select('named.id'))
      .compile()
    expect(text.match(/"workspaceId"/g)).toHaveLength(3)
    expect(parameters).toEqual(['w', 'w', 'w'])
  })

  test('is held anew by another workspace in which it is put', () => {
    const other = plain.withPlugin(createTenantPlugin('other'))
    const ids = other.selectFrom('flows').select('id')
    const { parameters } = db.selectFrom('credentials').selectAll().where('id', 'in', ids).compile()
    expect(parameters).toEqual(['other', 'w', 'w'])
  })

  test('puts what is written by hand in brackets', () => {
    const { sql: text } = db
      .selectFrom('flows')
      .select('id')
      .where('type', '=', 'CHATFLOW')
      .where(sql<boolean>`"name" = 'a' or "name" = 'b'`)
      .compile()
    expect(text).toContain(`("name" = 'a' or "name" = 'b') and "flows"."workspaceId" =`)
  })

  test('inserts its workspace with each row, and changes no row of another one instead', () => {
    const { sql: text, parameters } = db
      .insertInto('variables')
      .values([variable, { ...variable, id: 'v2' }])
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: 'x' }))
      .compile()
    expect(parameters.filter((value) => value === 'w')).toHaveLength(3)
    expect(text).toMatch(/do update set "name" = \$\d+ where "variables"."workspaceId" = \$\d+$/)
  })
})

describe('a statement that cannot be held to a workspace', () => {
  type Loose = KyselyType<Record<string, Record<string, string>>>
  const loose = db as unknown as Loose
  const refused: Record<string, () => unknown> = {
    'a table that nobody owns': () => loose.selectFrom('users').selectAll().compile(),
    'a table of organisations': () => loose.selectFrom('roles').selectAll().compile(),
    'a table that is unknown': () => loose.selectFrom('pg_class').selectAll().compile(),
    'a table of a schema': () => loose.withSchema('public').selectFrom('flows').selectAll().compile(),
    'a join with a table that nobody owns': () =>
      loose.selectFrom('flows').innerJoin('meta', 'meta.key', 'flows.id').selectAll().compile(),
    'a result with the name of a table': () =>
      loose
        .with('runs', (creator) => creator.selectFrom('flows').selectAll())
        .selectFrom('runs')
        .selectAll()
        .compile(),
    'a statement by hand': () => sql`select * from "flows"`.compile(db),
    'a subquery by hand': () =>
      db.selectFrom('flows').select(sql`(select count(*) from "flows")`.as('n')).compile(),
    'a subquery by hand in a condition': () =>
      db.selectFrom('flows').selectAll().where(sql<boolean>`exists (SELECT 1 from "runs")`).compile(),
    'a table by hand': () => db.selectFrom(sql<{ id: string }>`"flows"`.as('f')).selectAll().compile(),
    'a table as a parameter of SQL by hand': () =>
      db
        .selectFrom('flows')
        .select(sql`${sql.table('runs')}`.as('r'))
        .compile(),
    'a table behind `in` by hand': () =>
      db.selectFrom('flows').selectAll().where(sql<boolean>`"id" in "runs"`).compile(),
    'a condition that ends the one around it': () =>
      db.selectFrom('flows').selectAll().where(sql<boolean>`1 = 1) or (1 = 1`).compile(),
    'a condition that hides the rest': () =>
      db.selectFrom('flows').selectAll().where(sql<boolean>`1 = 1 --`).compile(),
    'a row for somebody else': () =>
      loose
        .insertInto('variables')
        .values({ ...variable, workspaceId: 'x' } as never)
        .compile(),
    'a move to somebody else': () => loose.updateTable('flows').set({ workspaceId: 'x' }).compile(),
    'a move to somebody else at a conflict': () =>
      loose
        .insertInto('flows')
        .values({ id: 'x' })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ workspaceId: 'x' }))
        .compile(),
    'an insert that replaces': () => loose.replaceInto('flows').values({ id: 'x' }).compile(),
    'an insert or replace': () => loose.insertInto('flows').orReplace().values({ id: 'x' }).compile(),
    'an insert of defaults': () => loose.insertInto('flows').defaultValues().compile(),
    'a merge': () =>
      loose.mergeInto('flows').using('runs', 'runs.flowId', 'flows.id').whenMatched().thenDelete().compile(),
    'a change of a table that nobody owns': () => loose.updateTable('users').set({ name: 'x' }).compile(),
    'a change of the schema': () => db.schema.dropTable('flows').compile(),
  }
  test.each(Object.entries(refused))('is refused: %s', (_what, compile) => {
    expect(compile).toThrow(/cannot|Only|stays/)
  })
})

describe('a statement that is held to an organisation', () => {
  const organization = plain.withPlugin(createOrganizationPlugin('o'))

  test('sees its own tables, and the organisation itself by its id', () => {
    const { sql: text, parameters } = organization
      .selectFrom('organizations')
      .innerJoin('roles', 'roles.organizationId', 'organizations.id')
      .select('roles.id')
      .compile()
    expect(text).toContain('"organizations"."id" =')
    expect(text).toContain('"roles"."organizationId" =')
    expect(parameters).toEqual(['o', 'o'])
  })

  test('sees no table of a workspace', () => {
    expect(() => organization.selectFrom('flows').selectAll().compile()).toThrow('flows')
  })
})
