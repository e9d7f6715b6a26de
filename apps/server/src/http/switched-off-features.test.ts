import { allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScimScene, startScimScene } from '../testing/scim-scene.ts'
import { createCaller, type TestCaller } from '../testing/test-caller.ts'

const routes = Object.entries(allRoutes) as [string, RouteDefinition][]
const ofFeatures = routes.filter(
  ([, { policy }]) => (policy.gate === 'caller' || policy.gate === 'session') && policy.feature !== undefined,
)
const ofProviders = routes.filter(([, { policy }]) => policy.gate === 'provisioning')
const UNKNOWN = '11111111-2222-4333-8444-555555555555'

describe.each(databaseKinds)('what the platform does not have, on %s', (kind) => {
  let scene: ScimScene
  let key: TestCaller
  beforeAll(async () => {
    scene = await startScimScene(kind)
    const made = await scene.server.withKey(['loginActivity:view', 'credentials:share'])
    key = createCaller(scene.server.origin, { authorization: `Bearer ${made.key}` })
    await key.expect(200, 'GET', '/audit/entries')
    await scene.provider.makeUser('before@example.com')
    // As an installation does that is started anew as another kind.
    scene.server.context.settings = { ...scene.server.context.settings, platformType: 'open source' }
  })
  afterAll(() => scene.stop())

  test.each(ofFeatures)(
    '%s opens to nobody: neither to an administrator nor to a key of before',
    async (_name, route) => {
      const path = route.path.replaceAll(/:\w+/g, UNKNOWN)
      for (const caller of [scene.administrator, key])
        expect((await caller.call(route.method, path, route.method === 'GET' ? undefined : {})).status).toBe(
          403,
        )
    },
  )

  test.each(ofProviders)('%s opens to no token of before', async (_name, route) => {
    const path = route.path.replaceAll(/:\w+/g, UNKNOWN).replace('/scim/v2', '')
    const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {}
    expect((await scene.provider.call(route.method, path, body)).status).toBe(401)
  })
})
