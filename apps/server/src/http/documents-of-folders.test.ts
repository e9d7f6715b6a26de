import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainEdge, chainNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runnel-handbook-'))
  await writeFile(join(folder, 'tea.md'), '# Green tea')
  const listed = join(folder, '.folders.json')
  await writeFile(
    listed,
    JSON.stringify({ handbook: { path: folder }, theirs: { path: folder, workspaces: ['x'] } }),
  )
  scene = await startVendorServer({ env: { LOADER_FOLDERS: listed } })
})
afterAll(async () => {
  await scene.stop()
  await rm(folder, { recursive: true })
})

async function ask(folderPath: string) {
  const base = { basepath: scene.vendor.baseURL }
  const embeddings = chainNode('openAIEmbeddings_0', 'Embeddings', base)
  const model = chainNode('chatOpenAI_0', 'Model', { ...base, modelName: 'gpt-5-mini' })
  for (const node of [embeddings, model]) node.data.credential = scene.credentialId
  const [chain, store] = ['conversationalRetrievalQAChain_0', 'memoryVectorStore_0']
  const flow = {
    nodes: [
      embeddings,
      model,
      chainNode('folderFiles_0', 'Folder', { folderPath, recursive: true }),
      chainNode(store, 'Store', {}),
      chainNode(chain, 'Chain', { returnSourceDocuments: true }),
    ],
    edges: [
      chainEdge('folderFiles_0', store, ['document', 'Document', 'document']),
      chainEdge('openAIEmbeddings_0', store, ['embeddings', 'Embeddings']),
      chainEdge('chatOpenAI_0', chain, ['model', 'BaseLanguageModel']),
      chainEdge(store, chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
    ],
  }
  const flowId = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
  const { body } = await scene.administrator.call<{ message?: string; sourceDocuments?: object[] }>(
    'POST',
    `/internal-prediction/${flowId}`,
    { question: 'Which tea?' },
  )
  return body
}

test('a folder that the operator lists is read by its name', async () => {
  const { sourceDocuments } = await ask('handbook')
  expect(sourceDocuments).toMatchObject([{ pageContent: '# Green tea', metadata: { source: 'tea.md' } }])
})

test('no path is, and no folder of another workspace', async () => {
  for (const name of [folder, '..', 'theirs']) expect((await ask(name)).message).toContain('LOADER_FOLDERS')
})
