import { databaseKinds } from '@runnel/db/testing'
import { startMcpServer } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startAccountScene } from '../testing/account-scene.ts'
import { actsWithRoutes } from '../testing/acts/act.ts'
import { type ContentScene, contentActs } from '../testing/acts/content-acts.ts'
import { createStoreScene } from '../testing/store-scene.ts'
import { expectAudited } from './audited-act.fixture.ts'

describe.each(databaseKinds)('a privileged act of a workspace on %s', (kind) => {
  let scene: ContentScene
  beforeAll(async () => {
    const mcp = await startMcpServer()
    const accounts = await startAccountScene(kind, { EGRESS_ALLOW: new URL(mcp.origin).host })
    const { server, administrator, vendor, credentialId } = accounts.vendor
    const stores = createStoreScene(administrator, vendor, credentialId)
    scene = { server, administrator, accounts, mcp, vendor, stores }
  })
  afterAll(async () => {
    await scene.accounts.stop()
    await scene.mcp.close()
  })

  test.each(actsWithRoutes(contentActs))(
    '$name is written down once as $action, with who, what, before, after and from where',
    (act) => expectAudited(scene, act),
  )
})
