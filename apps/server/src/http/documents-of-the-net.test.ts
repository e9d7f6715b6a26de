import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Chromium, startChromium } from '@runnel/drivers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainEdge, chainNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
let chromium: Chromium
let site: Server
/** A server of this network that nothing may reach. */
let inward: Server
let secret: string
const asked: string[] = []

const pages: Record<string, string> = {
  '/docs': '<main>Green tea <a href="/docs/black">more</a> <a href="/out">out</a></main>',
  '/docs/black': '<main>Black tea <a href="http://127.0.0.1/inward">in</a></main>',
}

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/out') {
      response.writeHead(302, { location: `${secret}/secret` }).end()
      return
    }
    const page = pages[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page)
  })
  inward = createServer((request, response) => {
    asked.push(`inward ${request.url}`)
    response.end('Secret')
  })
  secret = await listen(inward)
  chromium = await startChromium()
  scene = await startVendorServer({
    leads: { 'tea.example': await listen(site) },
    env: { SCRAPER_BROWSER: chromium.endpoint },
  })
})

/** Starts a server on a free port; gives its address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterAll(async () => {
  await scene.stop()
  await chromium.close()
  site.close()
  inward.close()
})

/** A loader before a store and a chain that shows what it found. */
async function fill(type: string, inputs: Record<string, unknown>) {
  asked.length = 0
  const { vendor, credentialId } = scene
  const base = { basepath: vendor.baseURL }
  const embeddings = chainNode('openAIEmbeddings_0', 'Embeddings', base)
  const model = chainNode('chatOpenAI_0', 'Model', { ...base, modelName: 'gpt-5-mini' })
  for (const node of [embeddings, model]) node.data.credential = credentialId
  const [chain, store] = ['conversationalRetrievalQAChain_0', 'memoryVectorStore_0']
  const flow = {
    nodes: [
      embeddings,
      model,
      chainNode(`${type}_0`, 'Loader', inputs),
      chainNode(store, 'Store', { topK: '20' }),
      chainNode(chain, 'Chain', { returnSourceDocuments: true }),
    ],
    edges: [
      chainEdge(`${type}_0`, store, ['document', 'Document', 'document']),
      chainEdge('openAIEmbeddings_0', store, ['embeddings', 'Embeddings']),
      chainEdge('chatOpenAI_0', chain, ['model', 'BaseLanguageModel']),
      chainEdge(store, chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
    ],
  }
  const flowId = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
  return { flowId, ...(await ask(flowId)) }
}

const ask = (flowId: string) =>
  scene.administrator.call<{ message?: string; sourceDocuments?: { pageContent: string }[] }>(
    'POST',
    `/internal-prediction/${flowId}`,
    { question: 'Which tea?' },
  )

test('a website is read anew by an upsert, and by no question', async () => {
  const { flowId } = await fill('cheerioWebScraper', {
    url: 'https://tea.example/docs/black',
    selector: 'main',
  })
  const before = pages['/docs/black'] ?? ''
  const texts = async () => (await ask(flowId)).body.sourceDocuments?.map(({ pageContent }) => pageContent)
  pages['/docs/black'] = '<main>Oolong</main>'
  try {
    asked.length = 0
    expect(await texts()).toEqual(['Black tea in'])
    expect(asked).toEqual([])
    const upsert = () => scene.administrator.expect(200, 'POST', `/vector/upsert/${flowId}`, {})
    expect(await upsert()).toMatchObject({ numAdded: 1, numDeleted: 1 })
    expect(await texts()).toEqual(['Oolong'])
    expect(await upsert()).toMatchObject({ numAdded: 0, numSkipped: 1, numDeleted: 0 })
    expect(asked).toEqual(['/docs/black', '/docs/black'])
  } finally {
    pages['/docs/black'] = before
  }
})

test('a preview of a website fetches few of its pages', async () => {
  const links = Array.from({ length: 8 }, (_, n) => `/many/${n}`)
  pages['/many'] = `<main>All ${links.map((href) => `<a href="${href}">x</a>`).join('')}</main>`
  for (const href of links) pages[href] = `<main>Page ${href}</main>`
  asked.length = 0
  const { id: storeId } = await scene.administrator.expect<{ id: string }>(
    200,
    'POST',
    '/document-store/store',
    {
      name: 'Tea',
    },
  )
  const loaderConfig = { url: 'https://tea.example/many', relativeLinksMethod: 'webCrawl', limit: '0' }
  const body = { storeId, loaderId: 'cheerioWebScraper', loaderConfig }
  const shown = await scene.administrator.expect(200, 'POST', '/document-store/loader/preview', body)
  expect(shown).toMatchObject({ totalChunks: 3 })
  expect(asked).toHaveLength(3)
})

test('a website is read page by page, and a page that leads inward is left out', async () => {
  const { body } = await fill('cheerioWebScraper', { url: 'https://tea.example/docs', selector: 'main' })
  const texts = body.sourceDocuments?.map(({ pageContent }) => pageContent) ?? []
  expect(texts.sort()).toEqual(['Black tea in', 'Green tea more out'])
  expect(asked.sort()).toEqual(['/docs', '/docs/black', '/out'])
})

test.each([
  ['apiLoader', { method: 'GET' }],
  ['cheerioWebScraper', {}],
])('%s asks no private address', async (type, inputs) => {
  const { body } = await fill(type, { ...inputs, url: `${secret}/docs` })
  expect(body).toMatchObject({ code: 'egress_denied', message: expect.stringContaining('EGRESS_ALLOW') })
  expect(asked).toEqual([])
})

const browsers = [{ node: 'puppeteerWebScraper' }, { node: 'playwrightWebScraper' }]

test.each(browsers)(
  '$node reads what scripts made of pages, and its browser reaches nothing inward',
  async ({ node }) => {
    const script = `<script>
      const link = '<a href="/made">more</a>'
      const show = (told) => { document.querySelector('main').innerHTML = told + link }
      fetch('${secret}/secret').then((r) => r.text()).then(show, () => show('White tea'))
    </script>`
    pages['/scripted'] = `<body><main></main>${script}`
    pages['/made'] = '<main>Yellow tea<a></a></main>'
    const { body } = await fill(node, {
      url: 'https://tea.example/scripted',
      waitForSelector: 'main a',
      cssSelector: 'main',
    })
    const texts = body.sourceDocuments?.map(({ pageContent }) => pageContent) ?? []
    expect(texts.sort()).toEqual(['White tea<a href="/made">more</a>', 'Yellow tea<a></a>'])
    expect(asked.filter((path) => path !== '/favicon.ico').sort()).toEqual(['/made', '/scripted'])
  },
)

test.each(browsers)('$node opens no private address that a flow names', async ({ node }) => {
  const { body } = await fill(node, { url: `${secret}/docs` })
  expect(body).toMatchObject({ code: 'egress_denied', message: expect.stringContaining('EGRESS_ALLOW') })
  expect(asked).toEqual([])
})

test('pages that were chosen are read in place of those that are linked, and stay in the flow as they came', async () => {
  pages['/hidden'] = '<main>White tea</main>'
  const selectedLinks = ['https://tea.example/hidden#top', 'https://tea.example/docs/black']
  const { flowId, body } = await fill('cheerioWebScraper', {
    url: 'https://tea.example/docs',
    relativeLinksMethod: 'webCrawl',
    selectedLinks,
    limit: '0',
    selector: 'main',
  })
  const texts = body.sourceDocuments?.map(({ pageContent }) => pageContent) ?? []
  expect(texts.sort()).toEqual(['Black tea in', 'White tea'])
  expect(asked.sort()).toEqual(['/docs/black', '/hidden'])
  const saved = await scene.administrator.expect<{ flowData: string }>(200, 'GET', `/chatflows/${flowId}`)
  const { nodes } = JSON.parse(saved.flowData) as { nodes: { data: { name: string; inputs: object } }[] }
  const loader = nodes.find(({ data }) => data.name === 'cheerioWebScraper')
  expect(loader?.data.inputs).toMatchObject({ selectedLinks })
})

test.each(browsers)('$node opens no private address among the pages that were chosen', async ({ node }) => {
  const selectedLinks = [`${secret}/docs`]
  const { body } = await fill(node, { url: 'https://tea.example/docs', selectedLinks })
  expect(body).toMatchObject({ code: 'egress_denied', message: expect.stringContaining('EGRESS_ALLOW') })
  expect(asked).toEqual([])
})

test('no caller says which pages are read', async () => {
  const { flowId } = await fill('cheerioWebScraper', { url: 'https://tea.example/docs/black' })
  asked.length = 0
  const overrideConfig = { selectedLinks: ['https://tea.example/docs'] }
  await scene.administrator.call('POST', `/vector/upsert/${flowId}`, { overrideConfig })
  expect(asked).not.toContain('/docs')
})
