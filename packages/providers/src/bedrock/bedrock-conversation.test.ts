import type { ModelRequest } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import {
  type CaseChanges,
  collectParts,
  leadToFake,
  openCaseModel,
} from '../testing/open-case-model.fixture.ts'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { AWS_KEYS, bedrockCase, startBedrock } from './bedrock-case.fixture.ts'
import { openBedrockChatModel } from './open-bedrock-chat-model.ts'
import { openBedrockEmbedder } from './open-bedrock-embedder.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await startBedrock('eu-central-1')
})
afterEach(() => vendor.close())
const open = (changes: CaseChanges) => openCaseModel(bedrockCase, vendor, changes)

describe('what only Bedrock does', () => {
  test('calls go to the region and are signed for it', async () => {
    const { model, hosts } = await open({})
    await model.generate(hello, noSignal)
    expect(hosts).toEqual(['bedrock-runtime.eu-central-1.amazonaws.com'])
    expect(vendor.requests.at(-1)?.headers.authorization).toContain('/eu-central-1/bedrock/aws4_request')
  })

  test.each([
    [{ values: { region: 'us-east-1' } }],
    [{ credential: { ...AWS_KEYS, awsSecret: 'another-secret' } }],
    [{ credential: { ...AWS_KEYS, awsSession: 'another-session' } }],
  ])('a call signed otherwise is refused: %o', async (changes) => {
    const { model } = await open(changes)
    await expect(model.generate(hello, noSignal)).rejects.toMatchObject({
      vendorStatus: 403,
      retryable: false,
    })
  })

  test('a host of one’s own takes the place of the region’s', async () => {
    const { model, hosts } = await open({ values: { endpointHost: 'bedrock.corp.example' } })
    await model.generate(hello, noSignal).catch(() => undefined)
    expect(hosts).toEqual(['bedrock.corp.example'])
  })

  test('what is no region leads nowhere', async () => {
    const opened = open({ values: { region: 'evil.example/' } })
    await expect(opened).rejects.toMatchObject({ code: 'invalid_input' })
    expect(vendor.requests).toEqual([])
  })

  test('a role that would have to be assumed is refused with the reason', async () => {
    const credential = { ...AWS_KEYS, roleArn: 'arn:aws:iam::123456789012:role/bedrock' }
    await expect(open({ credential })).rejects.toThrow('role to assume')
  })

  test('keys of the server’s environment are not used', async () => {
    const credential = { ...AWS_KEYS, awsSecret: '' }
    await expect(open({ credential })).rejects.toMatchObject({ code: 'missing_credential' })
  })

  test.each([
    ['anthropic.claude-sonnet-4-5-20250929-v1:0', 'global.anthropic.claude-sonnet-4-5-20250929-v1%3A0'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'global.anthropic.claude-sonnet-4-5-20250929-v1%3A0'],
  ])('the global endpoint of %s is %s', async (model, called) => {
    const opened = await open({ values: { model, useGlobalEndpoint: true } })
    await opened.model.generate(hello, noSignal)
    expect(vendor.requests.at(-1)?.path).toBe(`/model/${called}/converse`)
  })

  test('a stream that the vendor slows down says so and may be tried again', async () => {
    vendor.respondWith({ text: 'One two three.', errorAfter: 1 })
    const { model } = await open({})
    await expect(collectParts(model.stream(hello, noSignal))).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining('Too many tokens'),
    })
  })

  test('an image at an address is read here', async () => {
    const address = 'https://images.example/cat.png'
    const component = createTestComponent('awsChatBedrock', {
      values: { ...bedrockCase.values, allowImageUploads: true },
    })
    const context = providerContext(AWS_KEYS, { [address]: new TextEncoder().encode('cat') })
    const model = await openBedrockChatModel(component, { ...context, fetch: leadToFake(vendor) })
    const content = [{ type: 'file' as const, mediaType: 'image/png', source: { url: address } }]
    await model.generate({ messages: [{ role: 'user', content }] }, noSignal)
    expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain('"bytes":"Y2F0"')
  })

  test('models of Cohere embed many texts at once', async () => {
    const values = {
      model: 'cohere.embed-multilingual-v3',
      region: 'eu-central-1',
      inputType: 'search_document',
    }
    const component = createTestComponent('AWSBedrockEmbeddings', { values })
    const embedder = await openBedrockEmbedder(component, {
      ...providerContext(AWS_KEYS),
      fetch: leadToFake(vendor),
    })
    expect(embedder.maxTexts).toBe(96)
    const { vectors, inputTokens } = await embedder.embed(['tea', 'coal'], noSignal)
    expect([vectors.length, inputTokens]).toEqual([2, 0])
    expect(vendor.requests.at(-1)?.body).toMatchObject({ input_type: 'search_document' })
  })
})
