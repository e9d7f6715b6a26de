import type { DocumentStore } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFileShelf } from './testing/file-shelf.ts'
import { startKillableProgram } from './testing/killable-program.ts'
import { makeCredential } from './testing/make-flow.ts'
import { createStoreScene } from './testing/store-scene.ts'

let vendor: FakeOpenAI
beforeAll(async () => {
  vendor = await startFakeOpenAI()
})
afterAll(() => vendor.close())

const FIRST = ['a', 'b', 'c', 'd'].map((name) => [`${name}.txt`, `Tea of ${name}`] as const)

test.each(databaseKinds)(
  'a refresh that is killed between a file that stands and one that changed asks for no more than that, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const shelf = await startFileShelf()
    for (const [name, text] of FIRST) shelf.write(name, text)
    const host = new URL(shelf.origin).host
    const program = await startKillableProgram(kind, { egressAllow: [vendor.host, host].join() })
    try {
      const caller = await program.signIn()
      const scene = createStoreScene(caller, vendor, await makeCredential(caller))
      const storeId = await scene.makeStore()
      const { id } = await scene.save(storeId, {
        loaderId: 's3Directory',
        loaderConfig: { bucketName: 'tea', region: 'us-east-1', serverUrl: shelf.origin },
      })
      await scene.process(storeId, id)
      await scene.insert(storeId)
      const path = `/document-store/loader/${storeId}/${id}`
      shelf.write('b.txt', 'Cold tea of b')
      shelf.write('c.txt', 'Cold tea of c')
      shelf.files.delete('d.txt')
      shelf.read.length = 0
      shelf.holds = 'c.txt'
      await caller.expect(200, 'POST', `${path}/refresh?wait=false`)
      await expect.poll(() => shelf.waiting).toBe(1)
      await program.kill()
      shelf.holds = undefined
      await program.start()
      const again = await program.signIn()
      const read = () => again.expect<DocumentStore>(200, 'GET', `/document-store/store/${storeId}`)
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('UPSERTED')
      const [loader] = (await read()).loaders
      expect(loader?.refresh?.last).toMatchObject({ outcome: 'changed', added: 2, removed: 3 })
      // What came before the kill stands in the journal of the run.
      expect(shelf.read).toEqual(['b.txt', 'c.txt', 'c.txt'])
      const { chunks } = await again.expect<{ chunks: { pageContent: string; chunkNo: number }[] }>(
        200,
        'GET',
        `/document-store/chunks/${storeId}/${id}/1`,
      )
      expect(chunks.map(({ pageContent }) => pageContent)).toEqual([
        'Tea of a',
        'Cold tea of b',
        'Cold tea of c',
      ])
      shelf.read.length = 0
      await again.expect(200, 'POST', `${path}/refresh`)
      expect(shelf.read).toEqual([])
    } finally {
      await program.remove()
      shelf.close()
    }
  },
)
