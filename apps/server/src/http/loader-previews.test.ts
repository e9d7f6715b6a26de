import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PreviewFrame } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { createStoreScene, type StoreScene } from '../testing/store-scene.ts'

const FILES = 2_000
const shaOf = (n: number) => n.toString(16).padStart(40, '0')

/** A repository of many files, some of which it never hands over. */
function createRepository() {
  const repository = { asked: 0, hanging: 0, slowFrom: FILES, faultyAt: FILES }
  const tree = Array.from({ length: FILES }, (_, n) => ({
    path: `tea-${n}.md`,
    type: 'blob',
    sha: shaOf(n),
    size: 10,
  }))
  const server = createServer(({ url = '' }, response) => {
    const sha = url.match(/\/git\/blobs\/(\w+)$/)?.[1]
    const answer = (status: number, body: object) => {
      response.writeHead(status).end(JSON.stringify(body))
    }
    if (sha === undefined) {
      answer(200, { tree })
      return
    }
    const n = Number.parseInt(sha, 16)
    repository.asked += 1
    if (n >= repository.slowFrom) {
      repository.hanging += 1
      response.on('close', () => {
        repository.hanging -= 1
      })
      return
    }
    if (n === repository.faultyAt) answer(404, {})
    else answer(200, { content: Buffer.from(`Tea number ${n}`).toString('base64') })
  })
  return { repository, server }
}

describe.each(databaseKinds)('a preview of a large source, on %s', (kind) => {
  const { repository, server } = createRepository()
  let running: VendorServer
  let scene: StoreScene
  let body: object
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    running = await startVendorServer({ kind, leads: { 'git.example': address } })
    scene = createStoreScene(running.administrator, running.vendor, running.credentialId)
    const loaderConfig = {
      repoLink: 'https://git.example/tea/handbook',
      githubInstanceApi: 'https://git.example/api/v3',
      branch: 'main',
    }
    body = { storeId: await scene.makeStore(), loaderId: 'github', loaderConfig, previewChunkCount: 20 }
  })
  afterAll(async () => {
    await running.stop()
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    Object.assign(repository, { asked: 0, slowFrom: FILES, faultyAt: FILES })
  })

  const path = '/document-store/loader/preview'

  test('reads no more than its chunks need', async () => {
    const shown = await running.administrator.expect<{ chunks: { pageContent: string }[] }>(
      200,
      'POST',
      path,
      body,
    )
    expect(shown.chunks.map(({ pageContent }) => pageContent)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Tea number ${n}`),
    )
    expect(shown).toMatchObject({ previewChunkCount: 20, isWhole: false, unread: [] })
    expect(repository.asked).toBeLessThan(60)
  })

  test('shows chunks as they come, and what could not be read', async () => {
    repository.faultyAt = 1
    const response = await running.administrator.open('POST', path, { ...body, streaming: true })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const frames = await allFrames(response)
    const chunks = frames.flatMap((frame) => ('chunks' in frame ? frame.chunks : []))
    expect(chunks).toHaveLength(20)
    expect(chunks[1]).toMatchObject({ pageContent: 'Tea number 2' })
    expect(frames.length).toBeGreaterThan(3)
    expect(frames.at(-1)).toMatchObject({
      end: { isWhole: false, unread: [{ name: 'tea-1.md', error: expect.stringContaining('status 404') }] },
    })
  })

  test('has its first chunks before the others are read, and asks for nothing more once nobody waits', async () => {
    repository.slowFrom = 6
    const response = await running.administrator.open('POST', path, { ...body, streaming: true })
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(first).toContain('Tea number 0')
    await expect.poll(() => repository.hanging).toBeGreaterThan(0)
    await reader?.cancel()
    await expect.poll(() => repository.hanging).toBe(0)
    expect(repository.asked).toBeLessThan(20)
  })

  test('answers as ever where nothing of it can be begun', async () => {
    const refused = await running.administrator.call<{ code: string }>('POST', path, {
      ...body,
      loaderConfig: { repoLink: 'none' },
      streaming: true,
    })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input'])
  })
})

async function allFrames(response: Response): Promise<PreviewFrame[]> {
  const frames = (await response.text()).split('\n\n').filter((frame) => frame.startsWith('data: '))
  return frames.map((frame) => JSON.parse(frame.slice('data: '.length)) as PreviewFrame)
}
