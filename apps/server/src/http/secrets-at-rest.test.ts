import { databaseKinds } from '@runnel/db/testing'
import { createPasswordReset } from '@runnel/operations'
import type { FakeReply } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const VENDOR_KEY = 'sk-canary-at-rest-71Qd'

describe.each(databaseKinds)('a copy of the database on %s', (kind) => {
  let scene: VendorServer
  let fault: FakeReply | undefined

  beforeAll(async () => {
    scene = await startVendorServer({ kind, respond: () => fault })
  })

  afterAll(() => scene.stop())

  test('holds nothing that opens a door: no key, password, session, token or stored secret', async () => {
    const { server, administrator, vendor } = scene
    const credentialId = await makeCredential(administrator, VENDOR_KEY)
    const flowId = await makeFlow(administrator, llmFlow(vendor, credentialId))
    fault = { status: 401, message: `Incorrect API key provided: ${VENDOR_KEY}` }
    const answer = await administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'At rest' })
    expect(answer.status).toBe(500)
    const { key } = await server.withKey(['variables:view'])
    const { token } = await createPasswordReset(server.context, ADMINISTRATOR.email)

    const dump = await server.dump()
    for (const known of [ADMINISTRATOR.email, credentialId, flowId, 'openAIApi', 'At rest'])
      expect(dump, known).toContain(known)
    const secrets = [VENDOR_KEY, ADMINISTRATOR.password, key, token, ...administrator.cookies.values()]
    expect(secrets.length).toBeGreaterThanOrEqual(6)
    for (const secret of secrets) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('base64'))
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})
