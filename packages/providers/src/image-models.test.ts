import { listProvided, type MadeImage } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'
import { imageCases } from './image-cases.fixture.ts'
import { type FakeVendor, isWithout } from './testing/chat-model-case.ts'
import { drawPicture } from './testing/fake-images/draw-picture.ts'
import type { ImageCase } from './testing/image-case.ts'
import { leadToFake } from './testing/open-case-model.fixture.ts'
import { providerContext } from './testing/provider-context.fixture.ts'

const types = providerCatalogue.flatMap(({ nodes }) => nodes)
const PROMPT = 'A cat on a hill'

test('every image model of the catalogue is held to these tests', () => {
  const names = types.filter(({ definition }) => listProvided(definition).includes('imageModel'))
  expect(imageCases.map(({ node }) => node).sort()).toEqual(
    names.map(({ definition }) => definition.name).sort(),
  )
})

test.each(imageCases)('$node says in its definition what it is', ({ node }) => {
  const definition = types.find((type) => type.definition.name === node)?.definition
  expect(definition).toMatchObject({ category: 'Image Models', kind: 'component', effects: 'none' })
  expect(definition?.baseClasses).toContain('BaseImageModel')
  const sends = definition?.inputs.filter(({ overridable }) => overridable === true) ?? []
  for (const { name } of sends) expect(definition?.sendsCredentialTo ?? []).not.toContain(name)
})

interface Changes {
  values?: object
  credential?: Record<string, string> | undefined
  prompt?: string
  signal?: AbortSignal
  sleep?: (milliseconds: number) => Promise<void>
}

interface Asked {
  vendor: FakeVendor
  hosts?: string[]
}

/** Has an image model draw, as the engine would. */
async function draw(
  { node, values, credential, account }: ImageCase,
  { vendor, hosts = [] }: Asked,
  changes: Changes = {},
): Promise<MadeImage> {
  const load = types.find(({ definition }) => definition.name === node)?.provides?.imageModel
  const make = await load?.()
  if (!make) throw new Error(`The catalogue has no image model ${node}.`)
  const component = createTestComponent(node, { values: { ...values, ...changes.values } })
  const fields = 'credential' in changes ? changes.credential : { ...credential, ...account }
  const { prompt = PROMPT, signal = new AbortController().signal, sleep } = changes
  const context = { ...providerContext(fields), fetch: leadToFake(vendor, hosts), ...(sleep && { sleep }) }
  return make(component, context, { prompt, signal })
}

describe.each(imageCases)('$node', (facts) => {
  let vendor: FakeVendor
  beforeAll(async () => {
    vendor = await facts.startFake()
  })
  afterAll(() => vendor.close())

  test('draws what a text says, at the vendor’s own address, and tells the tokens that it used', async () => {
    const hosts: string[] = []
    const { image, ...tokens } = await draw(facts, { vendor, hosts })
    expect(Buffer.from(image).equals(drawPicture(PROMPT))).toBe(true)
    expect(tokens).toEqual(facts.tokens ?? { inputTokens: 0, outputTokens: 0 })
    expect(hosts.at(-1)).toBe(facts.host)
  })

  test('asks for what the author chose', async () => {
    await draw(facts, { vendor }, { values: facts.settings.values })
    expect(vendor.requests.at(-1)?.body).toMatchObject(facts.settings.body)
  })

  test.each([
    [401, false],
    [429, true],
    [500, true],
  ])('a refusal with status %i is said in plain words', async (status, retryable) => {
    vendor.respondWith({ status, message: `No ${Object.values(facts.credential).join()}` })
    const failing = draw(facts, { vendor })
    await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable, vendorStatus: status })
    for (const key of Object.values(facts.credential)) await expect(failing).rejects.not.toThrow(key)
  })

  test('what the vendor says of a faulty request is told', async () => {
    vendor.respondWith({ status: 400, message: 'The text is too long for this model.' })
    const failing = draw(facts, { vendor })
    await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable: false })
    await expect(failing).rejects.toThrow('The text is too long for this model.')
  })

  test('what it does not draw is told as such, and not asked for again', async () => {
    const { refusesContent } = facts
    if (typeof refusesContent === 'string') return expect(isWithout(refusesContent)).toBe(true)
    vendor.respondWith(refusesContent.reply)
    const failing = draw(facts, { vendor })
    await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable: false })
    await expect(failing).rejects.toThrow('does not draw this')
    await expect(failing).rejects.toThrow(refusesContent.says)
  })

  test('an answer that is cut is no answer', async () => {
    for (const reply of [
      { cutAfter: 1, pictures: [drawPicture('x'.repeat(100_000))] },
      { hangUp: true as const },
    ]) {
      vendor.respondWith(reply)
      await expect(draw(facts, { vendor })).rejects.toMatchObject({ code: 'model_error', retryable: true })
    }
  })

  test('an answer without a picture is told as such', async () => {
    if (facts.isBare) return
    for (const malformed of ['{"cups":3}', '<html>Bad gateway</html>', '']) {
      vendor.respondWith({ malformed })
      await expect(draw(facts, { vendor })).rejects.toMatchObject({ code: 'model_error' })
    }
    vendor.respondWith({ pictures: [] })
    await expect(draw(facts, { vendor })).rejects.toMatchObject({ code: 'model_error', retryable: false })
  })

  test('of more pictures than were asked for the first one counts', async () => {
    vendor.respondWith({ pictures: [drawPicture('one'), drawPicture('two')] })
    const { image } = await draw(facts, { vendor })
    expect(Buffer.from(image).equals(drawPicture('one'))).toBe(true)
  })

  test('a size that is none is refused before anybody is called', async () => {
    const before = vendor.requests.length
    for (const values of [{ size: '../x' }, { size: '10x10x10' }, { aspectRatio: '16' }]) {
      await expect(draw(facts, { vendor }, { values })).rejects.toMatchObject({ code: 'invalid_input' })
    }
    expect(vendor.requests).toHaveLength(before)
  })

  test('a text that is no picture’s is told as such', async () => {
    if (facts.isBare) return
    vendor.respondWith({
      malformed: JSON.stringify({ data: [{ b64_json: 'no base64!' }], images: ['no base64!'] }),
    })
    await expect(draw(facts, { vendor })).rejects.toMatchObject({ code: 'model_error' })
  })

  test('a missing key is told before anybody is called', async () => {
    const before = vendor.requests.length
    const keyless = draw(facts, { vendor }, { credential: facts.account })
    if (facts.worksWithoutKey) return expect(keyless).rejects.toMatchObject({ vendorStatus: 401 })
    await expect(keyless).rejects.toMatchObject({ code: 'missing_credential' })
    expect(vendor.requests).toHaveLength(before)
  })

  test('a node without a model says what to do', async () => {
    const { nameParam = 'modelName' } = facts
    if (nameParam === false) return
    const values = { [nameParam]: '' }
    await expect(draw(facts, { vendor }, { values })).rejects.toThrow('has no model')
  })

  test('a call that is stopped stays stopped', async () => {
    const signal = AbortSignal.abort(new Error('Stopped.'))
    await expect(draw(facts, { vendor }, { signal })).rejects.toThrow('Stopped.')
  })

  test('a picture that is late is not asked for again: it may be paid for', async () => {
    vendor.respondWith({ delayMs: 30_000 })
    const limits: number[] = []
    const sleep = async (milliseconds: number) => void limits.push(milliseconds)
    const late = draw(facts, { vendor }, { values: { timeout: 1_234 }, sleep })
    await expect(late).rejects.toMatchObject({ code: 'model_error', retryable: false })
    await expect(late).rejects.toThrow('within 1234 ms')
    expect(limits).toContain(1_234)
  })
})
