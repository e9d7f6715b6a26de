import { createTestComponent } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPicture } from '../testing/fake-images/draw-picture.ts'
import { type FakeOpenAI, startFakeOpenAI } from '../testing/fake-openai-server.ts'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { drawByOpenAI } from './open-openai-images.ts'

let vendor: FakeOpenAI
beforeAll(async () => {
  vendor = await startFakeOpenAI({ apiKey: 'sk-test' })
})
afterAll(() => vendor.close())

const { signal } = new AbortController()
const draw = (values: object, more: object = {}) => {
  const component = createTestComponent('openAIImages', {
    values: { modelName: 'gpt-image-1', basepath: vendor.baseURL, ...values },
  })
  const context = { ...providerContext({ openAIApiKey: 'sk-test' }), ...more }
  return drawByOpenAI(component, context, { prompt: 'A cat', signal })
}

test('DALL·E is asked for the picture itself, which GPT Image refuses to be asked', async () => {
  const { image } = await draw({ modelName: 'dall-e-3', quality: 'hd', size: '1792x1024' })
  expect(Buffer.from(image).equals(drawPicture('A cat'))).toBe(true)
  expect(vendor.requests.at(-1)?.body).toMatchObject({ response_format: 'b64_json', quality: 'hd' })
  await draw({})
  expect(vendor.requests.at(-1)?.body).not.toHaveProperty('response_format')
})

test('a call goes out under its name, the same whenever it is made again, with the headers of the author', async () => {
  await draw({ baseOptions: { 'X-Team': 'tea' } }, { idempotencyKey: 'the-call' })
  expect(vendor.requests.at(-1)?.headers).toMatchObject({ 'idempotency-key': 'the-call', 'x-team': 'tea' })
})

test('an account without credit is told as such, and not asked again', async () => {
  vendor.drawWith({ status: 429, code: 'billing_hard_limit_reached', message: 'Billing hard limit' })
  const failing = draw({})
  await expect(failing).rejects.toMatchObject({ retryable: false })
  await expect(failing).rejects.toThrow('has no credit left')
})

test('what a model does not take is told in the words of the vendor', async () => {
  await expect(draw({ size: '512x512' })).rejects.toThrow("Invalid size '512x512'")
  await expect(draw({ modelName: 'dall-e-3', background: 'transparent' })).rejects.toThrow(
    "Unknown parameter: 'background'",
  )
})
