import { makeEpub, makePdf, makeSlides, makeWord, makeWorkbook, paragraph } from '@runnel/drivers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainEdge, chainNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
beforeAll(async () => {
  scene = await startVendorServer()
})
afterAll(() => scene.stop())

/** What the flow itself has; all others come with a form. */
const ROOIBOS = `data:text/markdown;base64,${btoa('# Rooibos')},filename:h.md`

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const files: [name: string, bytes: Uint8Array, text: string][] = [
  ['a.pdf', makePdf([['Green tea']]), 'Green tea'],
  ['b.docx', makeWord(paragraph('Black tea')), 'Black tea'],
  [
    'c.xlsx',
    makeWorkbook({ Tea: `<row>${cell('Kind')}</row><row>${cell('White')}</row>` }),
    '- Kind: White\n',
  ],
  ['d.pptx', makeSlides([['Yellow tea']]), 'Yellow tea'],
  ['e.epub', makeEpub(['<p>Red tea</p>']), 'Red tea'],
  ['f.csv', Buffer.from('Tee;Preis\nGr\xfcn;2,5', 'latin1'), 'Tee: Grün\nPreis: 2,5'],
  ['g.json', Buffer.from('["Mint tea"]'), 'Mint tea'],
]

function storeFlow() {
  const embeddings = chainNode('openAIEmbeddings_0', 'Embeddings', { basepath: scene.vendor.baseURL })
  embeddings.data.credential = scene.credentialId
  const store = 'memoryVectorStore_0'
  const chain = 'conversationalRetrievalQAChain_0'
  const model = chainNode('chatOpenAI_0', 'Model', {
    basepath: scene.vendor.baseURL,
    modelName: 'gpt-5-mini',
  })
  model.data.credential = scene.credentialId
  return {
    nodes: [
      embeddings,
      model,
      chainNode('fileLoader_0', 'Files', { file: ROOIBOS }),
      chainNode(store, 'Store', { topK: '20' }),
      chainNode(chain, 'Chain', { returnSourceDocuments: true }),
    ],
    edges: [
      chainEdge('fileLoader_0', store, ['document', 'Document', 'document']),
      chainEdge('openAIEmbeddings_0', store, ['embeddings', 'Embeddings']),
      chainEdge('chatOpenAI_0', chain, ['model', 'BaseLanguageModel']),
      chainEdge(store, chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
    ],
  }
}

async function upsert(flowId: string, given: typeof files) {
  const form = new FormData()
  for (const [name, bytes] of given) form.append('files', new File([new Uint8Array(bytes)], name))
  const { key } = await scene.server.withKey(['chatflows:view', 'executions:view'])
  const response = await fetch(`${scene.server.origin}/api/v1/vector/upsert/${flowId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as { numAdded?: number; message?: string } }
}

test('files of every kind are read as their endings say, and taken into a store', async () => {
  const flowId = await makeFlow(scene.administrator, storeFlow(), { type: 'CHATFLOW' })
  expect(await upsert(flowId, files)).toMatchObject({ status: 200, body: { numAdded: files.length } })
  const { sourceDocuments } = await scene.administrator.expect<{
    sourceDocuments: { pageContent: string }[]
  }>(200, 'POST', `/prediction/${flowId}`, { question: 'Which tea?' })
  const found = sourceDocuments.map(({ pageContent }) => pageContent)
  expect(found.sort()).toEqual(['# Rooibos', ...files.map(([, , text]) => text)].sort())
})

test('one that is broken is named, and nothing of its neighbours is taken in', async () => {
  const flowId = await makeFlow(scene.administrator, storeFlow(), { type: 'CHATFLOW' })
  const [word] = files.filter(([name]) => name === 'b.docx')
  const broken: (typeof files)[number] = ['broken.xlsx', Buffer.from('PK\u0003\u0004'), '']
  const { body } = await upsert(flowId, word ? [word, broken] : [])
  expect(body.message).toContain('The Excel workbook broken.xlsx cannot be read')
})
