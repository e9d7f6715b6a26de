import { allRoutes } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OrderServer, startOrderServer } from '../testing/order-server.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const KEY = 'el-of-the-house'

describe.each(databaseKinds)('options that a vendor gives for a key, on %s', (kind) => {
  let server: TestServer
  let vendor: OrderServer
  let credential: string

  beforeAll(async () => {
    vendor = await startOrderServer()
    server = await startTestServer({ kind, leads: { 'api.elevenlabs.io': vendor.origin } })
    const administrator = await server.administrator()
    const made = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
      name: 'Voices',
      credentialName: 'elevenLabsApi',
      plainDataObj: { elevenLabsApiKey: KEY },
    })
    credential = made.id
  })
  beforeEach(() => {
    vendor.calls.length = 0
  })
  afterAll(async () => {
    await server.stop()
    await vendor.close()
  })

  const askWith = async (...permissions: string[]) => {
    const caller = await server.withKey(permissions)
    const body = { loadMethod: 'listVoices', inputs: {}, credential }
    return caller.call('POST', '/node-load-method/elevenlabs', body)
  }
  const keysSent = () => vendor.calls.map(({ headers }) => headers['xi-api-key'])

  test('are asked for by who draws flows or sets up stores', async () => {
    const { permissions } = allRoutes.loadNodeMethod.policy
    const changes = permissions.filter((name) => !/:(?:view|delete)$/.test(name))
    expect(changes.length).toBeGreaterThan(5)
    for (const permission of changes) expect((await askWith(permission)).status).toBe(200)
    expect(keysSent()).toEqual(changes.map(() => KEY))
  })

  test('are not asked for by who only looks at them, whatever else they see', async () => {
    const looks = ['chatflows:view', 'agentflows:view', 'documentStores:view', 'chatflows:delete']
    expect((await askWith(...looks, 'credentials:view', 'tools:view', 'variables:view')).status).toBe(200)
    expect(keysSent()).not.toContain(KEY)
  })
})
