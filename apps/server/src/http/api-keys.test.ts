import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCaller, type TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface Key {
  id: string
  keyName: string
  apiKey: string
  permissions: string[]
  lastUsedDate: string | null
}

let server: TestServer
let administrator: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})

afterAll(() => server.stop())

describe('an API key', () => {
  test('is shown whole once', async () => {
    const made = await server.withKey(['variables:view'])
    const answers = [
      await administrator.call<Key[]>('GET', '/apikey'),
      await administrator.call<Key[]>('PUT', `/apikey/${made.id}`, { keyName: 'renamed' }),
      await administrator.call<Key[]>('POST', '/apikey', {
        keyName: 'next',
        permissions: ['variables:view'],
      }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain(made.key)
      expect(answer.body.find(({ id }) => id === made.id)?.apiKey).toMatch(/^rk_….{4}$/)
    }
  })

  test('is marked as new once, also among others of its name', async () => {
    const make = () =>
      administrator.expect<(Key & { isNew?: true })[]>(200, 'POST', '/apikey', {
        keyName: 'twin',
        permissions: ['variables:view'],
      })
    const [first, second] = [await make(), await make()]
    const marked = [first, second].map((keys) => keys.filter(({ isNew }) => isNew === true))
    expect(marked.map((keys) => keys.map(({ keyName }) => keyName))).toEqual([['twin'], ['twin']])
    const [one, two] = marked.map(([key]) => key)
    expect(one?.id).not.toBe(two?.id)
    for (const key of [one, two])
      expect(
        (
          await server
            .anonymous()
            .call('GET', '/variables', undefined, { authorization: `Bearer ${key?.apiKey}` })
        ).status,
      ).toBe(200)
    expect((await administrator.call('GET', '/apikey')).text).not.toContain('isNew')
  })

  test('lies nowhere in the data folder', async () => {
    const made = await server.withKey(['variables:view'])
    const files = readdirSync(server.config.dataDir, { recursive: true, withFileTypes: true })
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name)))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.some((text) => text.includes(made.key) || text.includes(made.key.slice(3)))).toBe(false)
  })

  test('opens what it holds and nothing else [S6-PERM-10]', async () => {
    const key = await server.withKey(['variables:view'])
    await key.expect(200, 'GET', '/variables')
    expect((await key.call('POST', '/variables', { name: 'x' })).status).toBe(403)
    expect((await key.call('GET', '/credentials')).status).toBe(403)
    expect((await key.call('GET', '/auth/session')).status).toBe(403)
  })

  test('is no key in the address, in another header or in part', async () => {
    const { key } = await server.withKey(['variables:view'])
    const call = (path: string, headers?: Record<string, string>) =>
      server.anonymous().call('GET', path, undefined, headers)
    for (const name of ['apikey', 'apiKey', 'api_key', 'key', 'token', 'access_token', 'authorization'])
      expect((await call(`/variables?${name}=${key}`)).status, name).toBe(401)
    for (const header of ['x-api-key', 'x-authorization', 'proxy-authorization', 'cookie'])
      expect((await call('/variables', { [header]: `Bearer ${key}` })).status, header).toBe(401)
    for (const value of [
      key,
      `Basic ${key}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}x`,
      `Bearer ${key.toLowerCase()}`,
    ])
      expect((await call('/variables', { authorization: value })).status, value.slice(0, 8)).toBe(401)
    expect((await call('/variables', { authorization: `Bearer ${key}` })).status).toBe(200)
  })

  test('says when it was used last', async () => {
    const made = await server.withKey(['variables:view'])
    const lastUse = async () => {
      const keys = await administrator.expect<Key[]>(200, 'GET', '/apikey')
      return keys.find(({ id }) => id === made.id)?.lastUsedDate
    }
    expect(await lastUse()).toBeNull()
    const at = Date.now() + 5_000
    const clock = vi.spyOn(server.context, 'now').mockReturnValue(at)
    expect((await made.call('GET', '/credentials')).status).toBe(403)
    clock.mockRestore()
    expect(await lastUse()).toBe(new Date(at).toISOString())
  })

  test('ends at once when it is revoked', async () => {
    const key = await server.withKey(['variables:view'])
    await key.expect(200, 'GET', '/variables')
    await administrator.expect(200, 'DELETE', `/apikey/${key.id}`)
    expect((await key.call('GET', '/variables')).status).toBe(401)
  })

  test('ends at its time, and makes none that outlives it', async () => {
    const permissions = ['apikeys:create', 'apikeys:view', 'variables:view']
    const soon = new Date(Date.now() + 60_000).toISOString()
    const later = new Date(Date.now() + 120_000).toISOString()
    const make = (by: TestCaller, expiresDate: string | null | undefined) =>
      by.call<(Key & { isNew?: true; expiresDate: string | null })[]>('POST', '/apikey', {
        keyName: 'ending',
        permissions,
        ...(expiresDate === undefined ? {} : { expiresDate }),
      })
    const past = await make(administrator, new Date(Date.now() - 1).toISOString())
    expect(past).toMatchObject({ status: 400, body: { issues: [{ path: 'expiresDate' }] } })
    const made = (await make(administrator, soon)).body.find(({ isNew }) => isNew === true)
    expect(made?.expiresDate).toBe(soon)
    const key = createCaller(server.origin, { authorization: `Bearer ${made?.apiKey}` })
    expect((await make(key, soon)).status).toBe(200)
    for (const outliving of [later, null, undefined]) expect((await make(key, outliving)).status).toBe(400)
    const clock = vi.spyOn(server.context, 'now').mockReturnValue(Date.parse(soon))
    expect((await key.call('GET', '/variables')).status).toBe(401)
    clock.mockRestore()
    expect((await key.call('GET', '/variables')).status).toBe(200)
  })

  test('changes no key where it may only make some', async () => {
    const other = await server.withKey(['variables:view'])
    const maker = await server.withKey(['apikeys:create', 'variables:view'])
    for (const change of [{ keyName: 'mine' }, { permissions: ['variables:view'] }])
      expect((await maker.call('PUT', `/apikey/${other.id}`, change)).status).toBe(403)
  })

  test('makes no key that may do more than itself', async () => {
    const maker = await server.withKey(['apikeys:create', 'apikeys:update', 'apikeys:view', 'variables:view'])
    expect(
      (await maker.call('POST', '/apikey', { keyName: 'same', permissions: ['variables:view'] })).status,
    ).toBe(200)
    for (const permission of ['variables:create', 'credentials:view', 'workspace:view', 'nonsense'])
      expect(
        (await maker.call('POST', '/apikey', { keyName: 'more', permissions: [permission] })).status,
        permission,
      ).toBe(400)
    const update = { permissions: ['variables:view', 'variables:delete'] }
    expect((await maker.call('PUT', `/apikey/${maker.id}`, update)).status).toBe(400)
  })

  test.each([
    { permissions: [] },
    { permissions: ['workspace:view'] },
    { permissions: ['admin:x'] },
    { apiKey: 'mine' },
    { id: 'x' },
  ])('is not made with %j', async (field) => {
    const body = { keyName: 'x', permissions: ['variables:view'], ...field }
    expect((await administrator.call('POST', '/apikey', body)).status).toBe(400)
  })
})
