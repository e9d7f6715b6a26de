import { campaignShare } from '@runnel/contract/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chainAndAgentFlows, PASSAGE, type TalkedFlow, vendorNode } from '../support/chain-flows.ts'
import { type ChainWorld, PREPARED, prepareChains, startChainWorld } from '../support/chain-world.ts'
import { chatOf } from '../support/chat.ts'
import { drawFlow, into } from '../support/draw-flow.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { MOST_USED } from '../support/most-used-flows.ts'

/** Its node alone knows where its vendor is: `fixed-addresses.test.ts` draws it. */
const DRAWN_BY_PROXY = 'vectaraQAChain'
/** By type. An ordinary run draws a share of them, the long one all. */
const DRAWN_HERE = Object.keys(chainAndAgentFlows({ vendor: '', api: '', database: '' }))
const SHARE = { subject: 3, of: 4 }

let world: ChainWorld
beforeAll(async () => {
  world = await startChainWorld()
})
afterAll(() => world.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: world.hosts }))
let flows: Record<string, TalkedFlow>
let api: ApiCaller

beforeAll(async () => {
  // Until its address is written, a node asks the usual one for its models.
  journey.visitor.watch.allow('/node-load-method/')
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
  await prepareChains(api, world, PASSAGE)
  flows = chainAndAgentFlows(world)
})

async function drawAndTalk(flow: TalkedFlow, what: string): Promise<void> {
  const { page } = journey
  await page.goto('/canvas')
  await drawFlow(page, flow)
  await canvasOf(page).save()
  await chatOf(page).open()
  for (const { question, said, answer } of flow.asks) {
    world.play(said)
    expect(await chatOf(page).ask(question)).toContain(answer)
  }
  await lookAtPage(page, what)
}

test.each(campaignShare(DRAWN_HERE, SHARE))(
  'a chat flow is drawn, filled in, wired and talked to: %s',
  (type) => drawAndTalk(flows[type] as TalkedFlow, type),
)

test('a document store that stands there is searched by a drawn flow: documentStoreVS', async () => {
  const chain = 'Conversational Retrieval QA Chain'
  const store = 'Document Store (Vector)'
  const flow = {
    nodes: [
      { label: chain },
      vendorNode('OpenAI', world),
      { label: store, filling: { options: { 'Select Store': PREPARED.store } } },
    ],
    edges: into(chain, [
      ['OpenAI', 'Chat Model'],
      [store, 'Vector Store Retriever'],
    ]),
    asks: [{ question: 'How hot?', said: [{ finds: /Green tea[^.]*\./ }], answer: PASSAGE }],
  }
  await drawAndTalk(flow, 'documentStoreVS')
})

test('each chain and each agent of the catalogue is drawn by a journey', async () => {
  const nodes = await api.get<{ name: string; category: string }[]>('/nodes')
  const wanted = nodes.filter(({ category }) => ['Chains', 'Agents'].includes(category))
  const elsewhere = wanted.filter(({ name }) => MOST_USED[name] !== undefined).map(({ name }) => name)
  expect([...DRAWN_HERE, ...elsewhere, DRAWN_BY_PROXY].sort()).toEqual(wanted.map(({ name }) => name).sort())
})
