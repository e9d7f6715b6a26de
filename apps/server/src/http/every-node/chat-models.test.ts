import { providerCatalogue } from '@runnel/providers'
import { chatModelCases, isWithout } from '@runnel/providers/testing'
import { describe, expect, test } from 'vitest'
import { promptedFlow, talkFlow } from '../../testing/every-node/node-flows.ts'
import { EVERY_NODE } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { prepareFakes } from '../../testing/every-node/prepare-fakes.ts'

/** A picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What a vendor's models cost, as Runnel knows it. */
function pricesOf({ node }: (typeof chatModelCases)[number]) {
  const types = providerCatalogue.flatMap(({ nodes }) => nodes)
  return types.find(({ definition }) => definition.name === node)?.prices
}

/** What a million tokens of a case's model cost. */
function priceOf(model: (typeof chatModelCases)[number]) {
  const { modelName, model: name } = model.values
  return pricesOf(model)?.[String(modelName ?? name)]
}

test('the case of a vendor with prices takes a model that has one, so that its runs prove what they cost', () => {
  const priced = chatModelCases.filter((each) => pricesOf(each) !== undefined)
  const without = priced.filter((each) => priceOf(each) === undefined)
  // Its case is a model that somebody trained.
  expect(without.map(({ node }) => node)).toEqual(['chatOpenAICustom'])
})

/** Every chat model and every older one, whole: a credential, a flow, a question, an answer. */
onDatabases({ title: 'models', cases: chatModelCases, subject: 1 }, (kind, cases) => {
  const here = prepareFakes(kind, cases, (each) => each.startFake())

  describe.each(cases)('$node', (model) => {
    test('answers a question in a flow, with its key and what its author filled in', async () => {
      const fake = here.fakeOf(model)
      const { node, values, settings } = model
      const credential = await here.world.makeKey(node, { ...model.credential, ...model.account })
      const part = { node, values: { ...values, ...settings.values }, credential }
      const isOlder = EVERY_NODE.get(node)?.category === 'LLMs'
      const flowId = await here.world.save(isOlder ? promptedFlow(part) : talkFlow(part))
      here.world.lead(fake.origin)
      fake.respondWith({ text: 'Green, at seventy degrees.', usage: { prompt: 12, completion: 3 } })
      const { text } = await here.world.ask(flowId, 'A private question')
      expect(text).toBe('Green, at seventy degrees.')
      expect(fake.requests.at(-1)?.body).toMatchObject(settings.body)
      expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('A private question')
      const price = priceOf(model)
      const cost = price && expect.closeTo((12 * price.input + 3 * price.output) / 1_000_000, 12)
      expect(await here.world.costOf(flowId)).toEqual(cost)
    })

    const { images } = model
    if (isWithout(images)) return

    test('sees a picture that comes with a question', async () => {
      const fake = here.fakeOf(model)
      const { node, values } = model
      const credential = await here.world.makeKey(node, { ...model.credential, ...model.account })
      const part = { node, values: { ...values, ...images }, credential }
      const flowId = await here.world.save(talkFlow(part))
      here.world.lead(fake.origin)
      fake.respondWith({ text: 'A dot.' })
      const data = `data:image/png;base64,${PIXEL}`
      const uploads = [{ type: 'file', name: 'dot.png', mime: 'image/png', data }]
      expect((await here.world.ask(flowId, 'What is it?', { uploads })).text).toBe('A dot.')
      expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain(PIXEL)
    })
  })
})
