import { allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { fillPath, makeThings, tenantEntities } from '../testing/tenant-entities.ts'
import type { Ids } from '../testing/tenant-entity.ts'

const ID = '5b1c9a2e-0d4f-4c6a-9e8b-7f3d2a1b0c4d'

/** What is looked at of a schema: the parts of a zod definition. */
interface Schema {
  parse(value: unknown): unknown
  _zod: {
    def: {
      innerType?: Schema
      in?: Schema
      shape?: Record<string, Schema>
      element?: Schema
      options?: Schema[]
      format?: string
    }
  }
}

/** The fields of a schema that take an id, each with how it is read. */
function idFields(schema: Schema | undefined, path = ''): [string, Schema][] {
  if (schema === undefined) return []
  const { innerType, in: input, shape, element, options } = schema._zod.def
  const wrapped = innerType ?? input
  if (wrapped) return idFields(wrapped, path)
  if (shape) return Object.entries(shape).flatMap(([name, inner]) => idFields(inner, `${path}.${name}`))
  if (element) return idFields(element, `${path}[]`)
  if (options) return options.flatMap((option) => idFields(option, path))
  return schema._zod.def.format === 'uuid' ? [[path, schema]] : []
}

const routes = Object.entries(allRoutes) as [string, RouteDefinition][]
const fields = routes.flatMap(([name, { params, query, body }]) =>
  [params, query, body].flatMap((schema) =>
    idFields(schema as Schema | undefined).map(([path, field]) => ({ name: `${name} ${path}`, field })),
  ),
)

test('every field for an id reads it in lower case, whatever the case in which it comes', () => {
  expect(fields.length).toBeGreaterThan(150)
  const others = fields.filter(({ field }) => field.parse(ID.toUpperCase()) !== ID)
  expect(others.map(({ name }) => name)).toEqual([])
})

/** Reads with an id in their path; those of SCIM have their own tests, and pages and streams answer no JSON. */
const reads = routes.filter(
  ([, { method, path, policy }]) =>
    method === 'GET' &&
    path.includes(':') &&
    policy.gate !== 'provisioning' &&
    (policy.gate !== 'public' || path.startsWith('/runs')) &&
    !/^\/(account|marketplaces\/templates)\b/.test(path) &&
    !path.endsWith('/events'),
)

const IS_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe.each(databaseKinds)('ids in upper case on %s', (kind) => {
  let running: VendorServer
  let own: Ids
  beforeAll(async () => {
    running = await startVendorServer({ kind })
    own = await makeThings(running.administrator, {
      of: ['workspace', 'organization'],
      vendor: running.vendor,
      server: running.server,
    })
  })
  afterAll(() => running.stop())

  const ask = async (path: string) => {
    const { status, text } = await running.administrator.call('GET', path)
    const untold = text.replace(/"requestId":"[^"]*"/, '').replaceAll(/"lastUsedDate":"[^"]*"/g, '')
    return { path: path.toLowerCase(), status, text: untold.toLowerCase() }
  }

  test('of a path are read as those in lower case', async () => {
    let met = 0
    for (const [, route] of reads) {
      const [lower, upper] = [
        fillPath(route, (thing) => own[thing] ?? ID),
        fillPath(route, (thing) => (own[thing] ?? ID).toUpperCase()),
      ]
      if (upper === lower) continue
      const expected = await ask(lower)
      if (expected.status === 200) met += 1
      expect(await ask(upper)).toEqual(expected)
    }
    expect(met).toBeGreaterThan(15)
  })

  test('of a filter find what those in lower case find', async () => {
    // Names, as those of files, are told apart by the case of their letters.
    const asked = Object.entries(tenantEntities)
      .map(([name, { calls }]) => ({ id: own[name] ?? ID, calls }))
      .filter(({ id }) => IS_ID.test(id))
      .flatMap(({ id, calls }) => calls?.(id, own).map((call) => ({ id, ...call })) ?? [])
      .filter(({ id, method, path }) => method === 'GET' && path.includes(id))
    expect(asked.length).toBeGreaterThan(10)
    for (const { id, path } of asked)
      expect(await ask(path.replaceAll(id, id.toUpperCase()))).toEqual(await ask(path))
  })
})
