import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_PREFIX, allRoutes, type RouteDefinition } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, unknown> }>>
}

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const routes = Object.entries(allRoutes as Record<string, RouteDefinition>)
const openApiPath = (path: string) => `${API_PREFIX}${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** Every `$ref` of a document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  )
}

const readDocument = () => server.anonymous().expect<OpenApi>(200, 'GET', '/api/docs/openapi.json')

describe('the OpenAPI document', () => {
  test('lists every route by its name and nothing else [S1-OPEN-01 S3-OPEN-01 S7-OPEN-02]', async () => {
    const { paths } = await readDocument()
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    )
    const expected = routes.map(([name, { method, path }]) => `${name} ${method} ${openApiPath(path)}`)
    expect(listed.sort()).toEqual(expected.sort())
  })

  test('is OpenAPI 3.1 with answers for every operation and no dangling reference', async () => {
    const document = await readDocument()
    expect(document.openapi).toMatch(/^3\.1\./)
    for (const methods of Object.values(document.paths))
      for (const operation of Object.values(methods))
        expect(Object.keys(operation.responses ?? {})).not.toEqual([])
    for (const reference of references(document)) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (at, part) => (at as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/')],
          document,
        )
      expect(target, reference).toBeDefined()
    }
  })

  test('names the places of every path as parameters', async () => {
    const { paths } = await readDocument()
    for (const [path, methods] of Object.entries(paths)) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const operation of Object.values(methods) as { parameters?: { name: string; in: string }[] }[]) {
        const named = (operation.parameters ?? [])
          .filter((entry) => entry.in === 'path')
          .map(({ name }) => name)
        expect(named.sort(), path).toEqual([...places].sort())
      }
    }
  })
})

test('the docs page shows every route without any script', async () => {
  const page = await server.anonymous().call('GET', '/api/docs')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  for (const [, route] of routes) expect(page.text).toContain(`<code>${openApiPath(route.path)}</code>`)
  expect(page.text).not.toMatch(/<script/i)
})

test('what makes them is loaded in a thread of its own alone: anybody may be the first who reads', () => {
  const importers = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) =>
    /^import (?!type).*'(@fastify\/swagger|\.\/make-docs\.ts)'/m.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  )
  expect(importers.sort()).toEqual(['docs-thread.ts', 'make-docs.ts'])
})
