import { allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldsOf } from '../testing/named-ids.ts'
import { fillPath, kindOfPlace, tenantEntities } from '../testing/tenant-entities.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const AT_ONCE = 4

/** The routes that change a whole thing that counts its revisions. */
const changes = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(
  ([, { method, path, response }]) =>
    method === 'PUT' &&
    /^\/[\w-]+(\/store)?\/:id$/.test(path) &&
    typeof response !== 'string' &&
    fieldsOf(response).some((field) => field.path === 'revision'),
)

test('there are as many as are known', () => {
  expect(changes.map(([name]) => name).toSorted()).toEqual([
    'updateChatflow',
    'updateCredential',
    'updateCustomTool',
    'updateDocumentStore',
    'updateMcpServer',
    'updateVariable',
  ])
})

describe.each(databaseKinds)('of saves at once on %s', (kind) => {
  let server: TestServer
  let caller: TestCaller
  beforeAll(async () => {
    server = await startTestServer({ kind })
    caller = await server.administrator()
  })
  afterAll(() => server.stop())

  test.each(changes)('one counts and the others are told, none is lost: %s', async (_, route) => {
    const entity = tenantEntities[kindOfPlace(route, 'id') ?? '']
    const id = await entity?.make(caller, { made: {} })
    const path = fillPath(route, () => id ?? '')
    const save = (name: string, revision: number) =>
      caller.call<{ name: string; revision: number }>('PUT', path, { name }, { 'if-match': `"${revision}"` })
    const { body: first } = await caller.call<{ revision: number }>('PUT', path, { name: 'first' })
    const names = Array.from({ length: AT_ONCE }, (__, n) => `name${n}`)
    const answers = await Promise.all(names.map((name) => save(name, first.revision)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const lost = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of lost)
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'stale_revision' } })
    const next = await save('last', first.revision + 1)
    expect([won[0]?.body.revision, next.status, next.body.revision]).toEqual([
      first.revision + 1,
      200,
      first.revision + 2,
    ])
  })
})
