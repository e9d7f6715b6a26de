import { type Embedder, listProvided } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'
import { embedderCases } from './embedder-cases.fixture.ts'
import type { EmbedderCase, FakeEmbeddingVendor } from './testing/embedder-case.ts'
import { leadToFake } from './testing/open-case-model.fixture.ts'
import { providerContext } from './testing/provider-context.fixture.ts'

const signal = new AbortController().signal
const types = providerCatalogue.filter(({ name }) => name !== 'demo').flatMap(({ nodes }) => nodes)

test('every embedder of the catalogue that calls a vendor is held to these tests', () => {
  const names = types.filter(({ definition }) => listProvided(definition).includes('embedder'))
  expect(embedderCases.map(({ node }) => node).sort()).toEqual(
    names.map(({ definition }) => definition.name).sort(),
  )
})

async function open(
  { node, values, credential, account }: EmbedderCase,
  vendor: FakeEmbeddingVendor,
  changes: { values?: object; credential?: Record<string, string> | undefined } = {},
): Promise<Embedder> {
  const load = types.find(({ definition }) => definition.name === node)?.provides?.embedder
  const component = createTestComponent(node, { values: { ...values, ...changes.values } })
  const fields = 'credential' in changes ? changes.credential : { ...credential, ...account }
  const opened = await load?.()
  if (!opened) throw new Error(`The catalogue has no embedder ${node}.`)
  return opened(component, { ...providerContext(fields), fetch: leadToFake(vendor) })
}

/** Vectors of texts in calls of as many as the embedder takes, as its callers ask for them. */
async function embedAll(embedder: Embedder, texts: string[]): Promise<number[][]> {
  const all: number[][] = []
  for (let start = 0; start < texts.length; start += embedder.maxTexts) {
    const { vectors } = await embedder.embed(texts.slice(start, start + embedder.maxTexts), signal)
    all.push(...vectors)
  }
  return all
}

describe.each(embedderCases)('$node', (facts) => {
  let vendor: FakeEmbeddingVendor
  beforeAll(async () => {
    vendor = await facts.startFake()
  })
  afterAll(() => vendor.close())

  test('texts become vectors in their order', async () => {
    const vectors = await embedAll(await open(facts, vendor), ['tea on hills', 'coal at sea', 'tea on hills'])
    expect(vectors).toHaveLength(3)
    expect(vectors[0]).toEqual(vectors[2])
    expect(vectors[0]).not.toEqual(vectors[1])
  })

  test('one text alone has the vector that it has among others', async () => {
    const embedder = await open(facts, vendor)
    const alone = await embedAll(embedder, ['tea on hills'])
    const vectors = await embedAll(embedder, ['coal at sea', 'tea on hills'])
    expect(alone[0]).toEqual(vectors[1])
  })

  test('an empty text is embedded too', async () => {
    expect(await embedAll(await open(facts, vendor), ['', 'a'])).toHaveLength(2)
  })

  test('as many texts go out at once as the vendor takes', async () => {
    expect((await open(facts, vendor)).maxTexts).toBe(facts.mostTexts)
  })

  test.each([
    [401, false],
    [429, true],
    [500, true],
  ])('a refusal with status %i is said in plain words', async (status, retryable) => {
    vendor.refuseWith({ status, message: `No ${Object.values(facts.credential).join()}` })
    const failing = (await open(facts, vendor)).embed(['a'], signal)
    await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable })
    for (const key of Object.values(facts.credential)) await expect(failing).rejects.not.toThrow(key)
  })

  test('a missing key is told before anybody is called', async () => {
    const keyless = open(facts, vendor, { credential: undefined })
    if (facts.worksWithoutKey) expect(await keyless).toBeTruthy()
    else await expect(keyless).rejects.toMatchObject({ code: 'missing_credential' })
  })

  const { nameParam = 'modelName' } = facts
  if (nameParam === false) return

  test('models of other names lie in other spaces', async () => {
    const one = await open(facts, vendor)
    const other = await open(facts, vendor, { values: { [nameParam]: 'another-model' } })
    expect(one.space).not.toEqual(other.space)
  })

  test('a node without a model says what to do', async () => {
    await expect(open(facts, vendor, { values: { [nameParam]: '' } })).rejects.toThrow('has no model')
  })
})
