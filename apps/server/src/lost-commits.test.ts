import { openSilentRelay } from '@runnel/db/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainNode, chatFlow } from './testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from './testing/make-flow.ts'
import { createStoreScene, inlineFile } from './testing/store-scene.ts'
import type { TestAnswer } from './testing/test-caller.ts'

// A connection that breaks between a commit and its answer: what was written stands, and the caller hears of a fault.

const chatbotConfig = JSON.stringify({
  fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain' },
})
/** More transactions than any of the calls makes. */
const MOST_COMMITS = 12

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer({ kind: 'postgres', through: openSilentRelay })
})
afterAll(() => scene.stop())

/** Calls with the connection lost at each commit in turn, until none is left to lose; gives the statuses. */
async function loseEachCommit(call: () => Promise<TestAnswer>, look: () => Promise<void>): Promise<number[]> {
  const { relay } = scene.server
  if (!relay) throw new Error('There is no relay.')
  const statuses: number[] = []
  for (let turn = 1; turn <= MOST_COMMITS; turn += 1) {
    relay.loseCommit(turn)
    statuses.push((await call()).status)
    await look()
    if (relay.isCommitDue) break
  }
  relay.loseCommit(0)
  return statuses
}

/** The names of files whose row stands without its bytes. */
async function findLost(): Promise<string[]> {
  const client = new Client({ connectionString: scene.server.config.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ blobId: string; name: string }>('select "blobId", name from files')
  await client.end()
  const { blobs } = scene.server.context
  const lost: string[] = []
  for (const { blobId, name } of rows)
    await blobs.stat(blobId).catch(() => {
      lost.push(name)
    })
  return lost
}

const noneIsLost = async () => expect(await findLost()).toEqual([])

/** Each commit was lost once, and the call that lost none ends well. */
const expectFaultsOnly = (statuses: number[]) => {
  expect(statuses.length).toBeGreaterThan(1)
  expect(statuses.at(-1)).toBe(200)
  for (const status of statuses) expect([200, 409, 503]).toContain(status)
}

test('files of a document store keep their bytes', async () => {
  const { makeStore, lines } = createStoreScene(scene.administrator, scene.vendor, scene.credentialId)
  const storeId = await makeStore()
  const txtFile = inlineFile(Buffer.from('Tea is hot.'), 'tea.txt', 'text/plain')
  const loader = { storeId, ...lines(), loaderId: 'textFile', loaderConfig: { txtFile } }
  const save = () => scene.administrator.call('POST', '/document-store/loader/save', loader)
  expectFaultsOnly(await loseEachCommit(save, noneIsLost))
})

test('a loader, and a document that is taken in, is there once for its key', async () => {
  const { settings, makeStore, lines, get } = createStoreScene(
    scene.administrator,
    scene.vendor,
    scene.credentialId,
  )
  const loader = lines('Tea is hot.')
  const node = (name: string, config: object) => ({ name, config })
  const upsert = {
    loader: node('plainText', { text: 'Tea is hot.' }),
    splitter: node(loader.splitterId, loader.splitterConfig),
    vectorStore: node(settings.vectorStoreName, settings.vectorStoreConfig),
    embedding: node(settings.embeddingName, settings.embeddingConfig),
  }
  const calls = [
    (storeId: string) => ['/document-store/loader/save', { storeId, ...loader }] as const,
    (storeId: string) => [`/document-store/upsert/${storeId}?wait=false`, upsert] as const,
  ]
  for (const callOf of calls)
    for (let turn = 1; turn <= MOST_COMMITS; turn += 1) {
      const storeId = await makeStore()
      const [path, body] = callOf(storeId)
      const call = () => scene.administrator.call('POST', path, body, { 'idempotency-key': storeId })
      scene.server.relay?.loseCommit(turn)
      const { status } = await call()
      scene.server.relay?.loseCommit(0)
      const again = await call()
      const { loaders } = await get(storeId)
      expect(loaders.length, `turn ${turn}: ${status}, then ${again.status}`).toBeLessThanOrEqual(1)
      if (status === 200) expect([again.status, loaders.length], again.text).toEqual([200, 1])
      else expect([200, 409], again.text).toContain(again.status)
    }
})

test('files of a flow keep their bytes, and saving it again heals all', async () => {
  const id = await makeFlow(scene.administrator, { nodes: [], edges: [] }, { type: 'CHATFLOW' })
  const txtFile = inlineFile(Buffer.from('Tea'), 'tea.txt', 'text/plain')
  const flowData = JSON.stringify({ nodes: [chainNode('textFile_0', 'textFile', { txtFile })], edges: [] })
  const save = () => scene.administrator.call('PUT', `/chatflows/${id}`, { flowData })
  expectFaultsOnly(await loseEachCommit(save, noneIsLost))
})

test('files of a question keep their bytes', async () => {
  const { vendor, credentialId, administrator } = scene
  const id = await makeFlow(administrator, chatFlow(vendor, credentialId), {
    type: 'CHATFLOW',
    chatbotConfig,
  })
  const data = `data:text/plain;base64,${btoa('Steep it hot.')}`
  const uploads = [{ type: 'file:full', name: 'tea.txt', mime: 'text/plain', data }]
  const ask = () => administrator.call('POST', `/prediction/${id}`, { question: 'How hot?', uploads })
  expectFaultsOnly(await loseEachCommit(ask, noneIsLost))
})
