import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import type { TenantSchema } from '../schema.ts'
import { createTenantPlugin } from './tenant-plugin.ts'
import { ownerSlot, prepareRead, runPrepared } from './tenant-scope.ts'

const db = new Kysely<TenantSchema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

test('is built once, and sent with the values and the owner of each use', async () => {
  let built = 0
  const read = prepareRead(['id'], (kysely: Kysely<TenantSchema>, { id }) => {
    built++
    return kysely.selectFrom('flows').select('id').where('id', '=', id).where('deletedAt', 'is', null)
  })
  const sent: Pick<CompiledQuery, 'sql' | 'parameters'>[] = []
  const place = (owner: string) => ({
    capabilities: CAPABILITIES,
    owner,
    builder: () => db.withPlugin(createTenantPlugin(ownerSlot)),
    sender: {
      executeQuery: async ({ sql, parameters }: CompiledQuery) => {
        sent.push({ sql, parameters })
        return { rows: [] }
      },
    } as never,
  })
  await runPrepared(place('workspace a'), read, { id: '1' })
  await runPrepared(place('workspace b'), read, { id: '2' })
  expect(built).toBe(1)
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    ['1', 'workspace a'],
    ['2', 'workspace b'],
  ])
  expect(sent[0]?.sql).toContain('"workspaceId"')
})

const CAPABILITIES = {
  rowLevelSecurity: false,
  rowLocks: false,
  sharedByProcesses: false,
  readsIndexedExpressions: true,
  lowersAsciiAlone: false,
}
