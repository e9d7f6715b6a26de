import type { ModelRequest } from '@runnel/node-kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import { openCaseModel } from '../testing/open-case-model.fixture.ts'
import { cloudflareCase } from './cloudflare-case.fixture.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await cloudflareCase.startFake()
})
afterEach(() => vendor.close())

test('calls go to the account of the credential', async () => {
  const { model, hosts } = await openCaseModel(cloudflareCase, vendor)
  await model.generate(hello, noSignal)
  expect(hosts).toEqual(['api.cloudflare.com'])
  expect(vendor.requests.at(-1)?.path).toBe(
    '/client/v4/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai/v1/chat/completions',
  )
})

test('the address of the older protocol leads to the newer', async () => {
  const values = { baseUrl: 'https://api.cloudflare.com/client/v4/accounts/abc/ai/run' }
  const { model } = await openCaseModel(cloudflareCase, vendor, { values })
  await model.generate(hello, noSignal)
  expect(vendor.requests.at(-1)?.path).toBe('/client/v4/accounts/abc/ai/v1/chat/completions')
})

test('what is no account leads nowhere', async () => {
  const credential = { ...cloudflareCase.credential, cloudflareAccountId: '../../../zones' }
  await expect(openCaseModel(cloudflareCase, vendor, { credential })).rejects.toMatchObject({
    code: 'missing_credential',
  })
})
