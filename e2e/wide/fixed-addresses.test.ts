import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { type Drawing, drawFlow, formOf, into } from '../support/draw-flow.ts'
import { fillingOn } from '../support/fill-stores.ts'
import { type FixedAddresses, GROQ_KEY, startFixedAddresses } from '../support/fixed-addresses.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { VENDOR_KEYS } from '../support/model-vendors.ts'
import type { Filling } from '../support/node-form.ts'

const PASSAGE = 'Green tea is steeped at 70 degrees.'

let world: FixedAddresses
beforeAll(async () => {
  world = await startFixedAddresses(/(Green tea is steeped at \d+ degrees\.|the ship sails)/)
})
afterAll(() => world.close())

const journey = prepareJourney(() => world.settings)

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  const api = await openApi(journey.product.address)
  await api.post('/credentials', {
    name: 'OpenAI account',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: VENDOR_KEYS.openAI },
  })
  await api.post('/credentials', {
    name: 'Vectara account',
    credentialName: 'vectaraApi',
    plainDataObj: world.vectara.credential,
  })
})

beforeEach(() => {
  world.proxy.asked.length = 0
})

const groq = (credential: Filling['credential']): Drawing['nodes'][number] => ({
  label: 'Groq',
  filling: { ...(credential && { credential }), texts: { 'Model Name': 'llama-3.3-70b-versatile' } },
})

async function draw(drawing: Drawing): Promise<void> {
  await journey.page.goto('/canvas')
  await drawFlow(journey.page, drawing)
}

async function fillStore(page: Page): Promise<void> {
  await fillingOn(page).open()
  expect(await fillingOn(page).fill()).toMatchObject({ Added: '1' })
  await fillingOn(page).close()
}

const sources = () => chatOf(journey.page).answers().last().getByRole('figure')

test('a chat flow with Groq is drawn and talked to: groqChat', async () => {
  const { page } = journey
  await draw({
    nodes: [
      { label: 'Conversation Chain' },
      { label: 'Buffer Memory' },
      groq({ name: 'Groq account', secret: GROQ_KEY }),
    ],
    edges: into('Conversation Chain', [
      ['Groq', 'Chat Model'],
      ['Buffer Memory', 'Memory'],
    ]),
  })
  await canvasOf(page).save()
  await chatOf(page).open()
  expect(await chatOf(page).ask('Say that the ship sails')).toContain('the ship sails')
  expect(new Set(world.proxy.asked)).toEqual(new Set(['api.groq.com:443']))
  await lookAtPage(page, 'groq')
})

test('an index of Pinecone is filled, and answers with its sources: pinecone', async () => {
  const { page } = journey
  const chain = 'Conversational Retrieval QA Chain'
  await draw({
    nodes: [
      { label: chain },
      groq({ name: 'Groq account' }),
      {
        label: 'Pinecone',
        filling: {
          credential: { name: 'Pinecone account', secret: String(world.pinecone.credential.pineconeApiKey) },
          texts: { 'Pinecone Index': String(world.pinecone.values.pineconeIndex) },
          more: { 'Pinecone Namespace': String(world.pinecone.values.pineconeNamespace) },
        },
      },
      {
        label: 'OpenAI Embedding',
        filling: { credential: { name: 'OpenAI account' }, more: { BasePath: world.openAI.baseURL } },
      },
      { label: 'Plain Text', filling: { texts: { Text: PASSAGE } } },
    ],
    edges: [
      ...into(chain, [
        ['Groq', 'Chat Model'],
        ['Pinecone', 'Vector Store Retriever'],
      ]),
      ...into('Pinecone', [
        ['OpenAI Embedding', 'Embeddings'],
        ['Plain Text', 'Document'],
      ]),
    ],
  })
  await canvasOf(page).card(chain).click()
  await formOf(page, chain).getByRole('switch', { name: 'Return Source Documents' }).check()
  await canvasOf(page).closeForm()
  await canvasOf(page).save()
  await fillStore(page)
  expect(world.pinecone.texts()).toEqual([PASSAGE])
  await chatOf(page).open()
  expect(await chatOf(page).ask('How hot is green tea steeped?')).toContain(PASSAGE)
  await page.getByRole('button', { name: '1 source' }).click()
  await sources().getByText(PASSAGE).waitFor()
  const asked = [...world.pinecone.hosts, 'api.groq.com'].map((host) => `${host}:443`)
  expect(new Set(world.proxy.asked)).toEqual(new Set(asked))
  await lookAtPage(page, 'pinecone')
  await expectAccessible(page, 'an answer from Pinecone')
})

test('a corpus of Vectara is filled, and answers by itself: vectaraQAChain', async () => {
  const { page } = journey
  await draw({
    nodes: [
      { label: 'Vectara QA Chain' },
      {
        label: 'Vectara',
        filling: { credential: { name: 'Vectara account' }, options: { Output: 'Vectara Vector Store' } },
      },
      { label: 'Plain Text', filling: { texts: { Text: 'green tea' } } },
    ],
    edges: [
      ...into('Vectara QA Chain', [['Vectara', 'Vectara Store']]),
      ...into('Vectara', [['Plain Text', 'Document']]),
    ],
  })
  await canvasOf(page).save()
  await fillStore(page)
  expect(world.vectara.texts()).toEqual(['green tea'])
  await chatOf(page).open()
  expect(await chatOf(page).ask('Is it green?')).toContain('green tea [1]')
  await page.getByRole('button', { name: '1 source' }).click()
  await sources().getByText('green tea').waitFor()
  expect(new Set(world.proxy.asked)).toEqual(new Set(['api.vectara.io:443']))
  await lookAtPage(page, 'vectara')
})

test('what the proxy refuses is told to who draws the flow, and its password stands on no page', async () => {
  const { page } = journey
  world.proxy.answerWith(403)
  journey.visitor.watch.allow('/internal-prediction/')
  await page.getByRole('button', { name: 'New chat' }).click()
  await chatOf(page).send('Is it green?')
  await page
    .getByText(/The outgoing proxy refuses api\.vectara\.io:443 \(403\)/)
    .first()
    .waitFor()
  world.proxy.answerWith(200)
  expect(journey.product.output()).not.toMatch(/p@ss|p%40ss/)
  await lookAtPage(page, 'refused-by-proxy')
})
