import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { actsWithRoutes } from '../testing/acts/act.ts'
import { type OrganizationScene, organizationActs } from '../testing/acts/organization-acts.ts'
import { startSignOnScene } from '../testing/sign-on-scene.ts'
import { expectAudited } from './audited-act.fixture.ts'

describe.each(databaseKinds)('a privileged act of an organisation on %s', (kind) => {
  let scene: OrganizationScene
  beforeAll(async () => {
    const started = await startSignOnScene(kind, {
      hasMail: true,
      env: { HOST: 'localhost', NEW_ORGANIZATIONS: 'yes' },
    })
    const records = new Map<string, string[]>()
    started.server.context.domainRecords = { readTexts: async (name) => records.get(name) ?? [] }
    scene = { ...started, records, provider: await started.server.withProvisioning() }
  })
  afterAll(() => scene.stop())

  test.each(actsWithRoutes(organizationActs))(
    '$name is written down once as $action, with who, what, before, after and from where',
    (act) => expectAudited(scene, act),
  )
})
