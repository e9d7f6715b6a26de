import type { ModelRequest } from '@runnel/node-kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import { collectParts, openCaseModel } from '../testing/open-case-model.fixture.ts'
import { startWatsonx, WATSONX_ACCOUNT, watsonxCase } from './watsonx-case.fixture.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }
const KEY = 'test-key-of-this-file'
const TOKEN = 'test-token-of-this-file'

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await startWatsonx(KEY, TOKEN)
})
afterEach(() => vendor.close())
const open = (fields: Record<string, string>) =>
  openCaseModel(watsonxCase, vendor, { credential: { ...WATSONX_ACCOUNT, ...fields } })

describe('the way into IBM watsonx', () => {
  test('the key is exchanged at IBM Cloud and goes nowhere else', async () => {
    const { model, hosts } = await open({ watsonxAIApikey: KEY })
    await model.generate(hello, noSignal)
    expect(hosts).toEqual(['iam.cloud.ibm.com', 'eu-de.ml.cloud.ibm.com'])
    expect(JSON.stringify(vendor.requests)).not.toContain(KEY)
  })

  test('a token of the author’s own is shown as it is', async () => {
    const { model, hosts } = await open({ watsonxAIAuthType: 'bearertoken', watsonxAIBearerToken: TOKEN })
    await model.generate(hello, noSignal)
    expect(hosts).toEqual(['eu-de.ml.cloud.ibm.com'])
  })

  test('a key that IBM does not know is refused as one', async () => {
    const { model } = await open({ watsonxAIApikey: 'unknown-key' })
    await expect(model.generate(hello, noSignal)).rejects.toMatchObject({
      vendorStatus: 401,
      retryable: false,
    })
  })

  test('refusals are said in the vendor’s words', async () => {
    const { model } = await open({ watsonxAIApikey: KEY, projectId: 'another' })
    await expect(model.generate(hello, noSignal)).rejects.toThrow('The project_id does not exist')
  })

  test('a stream is asked for at its own address', async () => {
    const { model } = await open({ watsonxAIApikey: KEY })
    await collectParts(model.stream(hello, noSignal))
    expect(vendor.requests.at(-1)?.path).toBe('/ml/v1/text/chat_stream?version=2024-05-31')
  })

  test('a service that is no address says so', async () => {
    await expect(open({ watsonxAIApikey: KEY, serviceUrl: 'us-south' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
