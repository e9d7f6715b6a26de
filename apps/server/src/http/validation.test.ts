import { afterAll, beforeAll, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer()
})

afterAll(() => scene.stop())

const issuesOf = async (credentialId: string) => {
  const id = await makeFlow(scene.administrator, llmFlow(scene.vendor, credentialId))
  const rows = await scene.administrator.expect<{ issues: string[] }[]>(200, 'GET', `/validation/${id}`)
  return rows.flatMap(({ issues }) => issues)
}

test('a flow’s credential is known, however many were made after it', async () => {
  const oldest = await makeCredential(scene.administrator)
  for (let made = 0; made < 205; made += 1) await makeCredential(scene.administrator)
  expect(await issuesOf(oldest)).toEqual([])
  expect(await issuesOf('11111111-2222-4333-8444-555555555555')).toEqual([
    expect.stringMatching(/credential.*does not exist|credential.*not there|unknown/i),
  ])
})
