import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { NodeDefinition } from '@runnel/contract'
import { countRowsOfTenant, databaseKinds } from '@runnel/db/testing'
import { eraseDeleted, prune } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countFiles } from '../testing/count-files.ts'
import { llmFlow, replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { inlineFile, type StoreServer, startStoreServer } from '../testing/store-scene.ts'

const UP = '../'.repeat(8)
const NAMES = [
  ['that climbs', '../../../climbed.txt'],
  ['that climbs as Windows does', '..\\..\\climbed.txt'],
  ['that is absolute', '/tmp/climbed.txt'],
  ['that climbs behind an escape', '%2e%2e%2fclimbed.txt'],
  ['with a NUL', 'a\u0000climbed.txt'],
  ['that is a device', 'CON.txt'],
  ['of 4,096 characters', `climbed${'a'.repeat(4_085)}.txt`],
  ['that turns the way of reading', 'climbed\u202etxt.exe.txt'],
]

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A page, a drawing and a script under the type of something harmless. */
const MASKED = [
  ['page.png', '<!doctype html><script>alert(1)</script>'],
  ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['script.png.js', 'alert(1)'],
]

describe.each(databaseKinds)('hostile files on %s', (kind) => {
  let running: StoreServer
  beforeAll(async () => {
    running = await startStoreServer(kind)
  })
  afterAll(() => running.stop())

  const workspaceOf = async (path: string) =>
    (await running.caller.expect<{ workspaceId: string }>(200, 'GET', path)).workspaceId

  /** Every file below the folder of the data, and whether there is one beside it. */
  function folder() {
    const { dataDir } = running.server.config
    const inside = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    return { inside, outside: existsSync(join(dataDir, '..', 'climbed.txt')) }
  }

  test.each(NAMES)(
    'a file %s is kept under a name of ours, and given back under what is left of its own',
    async (_, name) => {
      const storeId = await running.scene.makeStore()
      const loaderConfig = { txtFile: inlineFile(Buffer.from('Tea.'), name ?? '', 'text/plain') }
      const { id } = await running.scene.save(storeId, { loaderId: 'textFile', loaderConfig })
      await running.scene.process(storeId, id)
      const { inside, outside } = folder()
      expect(outside || existsSync('/tmp/climbed.txt')).toBe(false)
      expect(inside.filter((path) => /climbed|CON|%2e|\u202e/.test(path))).toEqual([])
      expect(inside.filter((path) => path.startsWith('blobs')).length).toBeGreaterThan(0)
      const file = await running.caller.call('GET', `/document-store/loader/${storeId}/${id}/file`)
      const disposition = file.headers.get('content-disposition') ?? ''
      expect([file.status, file.text]).toEqual([200, 'Tea.'])
      expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w.%!~*'()-]*$/)
      expect(decodeURIComponent(disposition)).not.toMatch(/[/\\]|\0/)
    },
  )

  test.each([
    [
      'a file of a conversation by its name',
      (flow: string) =>
        `/get-upload-file?chatflowId=${flow}&chatId=c&fileName=${encodeURIComponent(`${UP}etc/passwd`)}`,
      404,
    ],
    [
      'one by its chat',
      (flow: string) =>
        `/get-upload-file?chatflowId=${flow}&chatId=${encodeURIComponent(`${UP}etc`)}&fileName=passwd`,
      404,
    ],
    [
      'one by its flow',
      () => `/get-upload-file?chatflowId=${encodeURIComponent(`${UP}etc`)}&chatId=c&fileName=passwd`,
      400,
    ],
    [
      'an original by its id',
      (_: string, store: string) => `/document-store/loader/${store}/${encodeURIComponent(UP)}/file`,
      400,
    ],
    [
      'one by its file',
      (_: string, store: string) =>
        `/document-store/loader/${store}/${store}/file?fileId=${encodeURIComponent(UP)}`,
      400,
    ],
    ['a store', () => `/document-store/store/${encodeURIComponent(`${UP}etc`)}`, 400],
  ] as const)('no way leads out by %s', async (_, path, status) => {
    const flow = await makeFlow(running.caller, replyFlow())
    const storeId = await running.scene.makeStore()
    const answer = await running.caller.call('GET', path(flow, storeId))
    expect(answer.status).toBe(status)
    expect(answer.text).not.toContain('root:')
    const removal = await running.caller.call('DELETE', path(flow, storeId).split('?')[0] ?? '')
    expect(removal.status).toBeGreaterThanOrEqual(400)
  })

  /** A flow whose model sees pictures, and whose author lets these types in. */
  function seeingFlow(allowedUploadFileTypes: string): Promise<string> {
    const flow = llmFlow(running.vendor, running.credentialId)
    const text = JSON.stringify(flow).replace('"modelName"', '"allowImageUploads":true,"modelName"')
    const fullFileUpload = { status: true, allowedUploadFileTypes }
    return makeFlow(running.caller, JSON.parse(text), { chatbotConfig: JSON.stringify({ fullFileUpload }) })
  }

  test('a picture that is a page as well is given back as a picture alone', async () => {
    const { caller } = running
    const flow = await seeingFlow('image/png')
    const both = Buffer.concat([PNG, Buffer.from('<!doctype html><script>alert(1)</script>')])
    const data = `data:image/png;base64,${both.toString('base64')}`
    const uploads = [{ type: 'file', name: 'page.html', mime: 'image/png', data }]
    await caller.expect(200, 'POST', `/prediction/${flow}`, { question: 'x', chatId: 'both', uploads })
    const [asked] = await caller.expect<{ fileUploads: { name: string }[] }[]>(
      200,
      'GET',
      `/chatmessage/${flow}?chatId=both`,
    )
    const name = asked?.fileUploads[0]?.name ?? ''
    const path = `/get-upload-file?chatflowId=${flow}&chatId=both&fileName=${name}`
    const { status, headers } = await caller.call('GET', path)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(MASKED)('what says that it is an image is looked at: %s', async (name, text) => {
    const { vendor } = running
    const flow = await seeingFlow('text/html,image/svg+xml,image/png')
    const data = `data:image/png;base64,${Buffer.from(text ?? '').toString('base64')}`
    const asked = vendor.callCount
    for (const type of ['file', 'file:full']) {
      const uploads = [{ type, name, mime: 'image/png', data }]
      const answer = await running.server
        .anonymous()
        .call('POST', `/prediction/${flow}`, { question: 'x', uploads })
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(/is neither an image|is of no kind that this flow takes as text/)
    }
    expect([await countFiles(running.server, flow), vendor.callCount]).toEqual([0, asked])
  })

  test.each([
    ['text/html', 'page.html'],
    ['image/svg+xml', 'drawing.svg'],
    ['application/javascript', 'script.js'],
    ['image/png', 'picture.png'],
  ])('a stored file of the type %s is no page of ours', async (mediaType, name) => {
    const flow = await makeFlow(running.caller, replyFlow())
    const { db, blobs } = running.server.context
    const bytes = Buffer.from('<script>alert(1)</script>')
    const file = { blobId: await blobs.put(bytes), name, mediaType, size: bytes.length, sha256: 'x' }
    const owner = { ownerKind: 'flow', ownerId: flow, sessionId: 'c', chatId: 'c' }
    await db.write(await workspaceOf(`/chatflows/${flow}`), ({ files }) =>
      files.insert({ ...file, ...owner }),
    )
    const path = `/get-upload-file?chatflowId=${flow}&chatId=c&fileName=${name}`
    const isPicture = mediaType === 'image/png'
    for (const query of ['', '&download=true']) {
      const { headers } = await running.caller.call('GET', `${path}${query}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      const place = isPicture && query === '' ? 'inline' : 'attachment'
      expect(headers.get('content-disposition')).toMatch(new RegExp(`^${place};`))
      expect(headers.get('content-security-policy')).toMatch(
        isPicture ? /default-src/ : /^sandbox; default-src 'none'$/,
      )
    }
  })

  test('no param of a store or a record manager is a path on the server that is looked at', async () => {
    const nodes = await running.caller.expect<NodeDefinition[]>(200, 'GET', '/nodes')
    const named = nodes
      .filter(({ category }) => /Vector Stores|Record Manager/.test(category))
      .flatMap(({ name, inputs = [] }) => inputs.map((input) => `${name}.${input.name}`))
      .filter((param) => /path|folder|directory|additionalConfig|database(File)?(Path)?$/i.test(param))
    // They stand in imported flows, and nothing reads them.
    expect(named.filter((param) => /path|folder|directory/i.test(param))).toEqual([
      'faiss.basePath',
      ...['milvus.clientPemPath', 'milvus.clientKeyPath', 'milvus.caPemPath'],
    ])
    const place = join(running.server.config.dataDir, '..', `climbed-${kind}`)
    const storeId = await running.scene.makeStore()
    const { id } = await running.scene.save(storeId, running.scene.lines())
    await running.scene.process(storeId, id)
    await running.scene.insert(storeId, { vectorStoreName: 'faiss', vectorStoreConfig: { basePath: place } })
    expect(existsSync(place)).toBe(false)
  })

  test('what is deleted takes its files, vectors, runs and messages along, and nothing of its neighbour', async () => {
    const { caller, scene, server } = running
    const own = await workspaceOf(`/chatflows/${await makeFlow(caller, replyFlow())}`)
    const { databaseUrl, dataDir } = server.config
    const options =
      databaseUrl === undefined
        ? ({ kind: 'sqlite', file: join(dataDir, 'runnel.db') } as const)
        : ({ kind: 'postgres', url: databaseUrl } as const)
    const held = async () => {
      const { auditEntries: _, ...counts } = await countRowsOfTenant(options, { workspaceId: own })
      return counts
    }
    const fill = async () => {
      const flow = await makeFlow(caller, replyFlow())
      await caller.expect(200, 'POST', `/internal-prediction/${flow}`, { question: 'Hi', chatId: 'c' })
      const { storeId } = await scene.makeFilled()
      await scene.insert(storeId)
      return { flow, storeId }
    }
    const neighbour = await fill()
    const before = await held()
    const doomed = await fill()
    expect(await held()).not.toEqual(before)
    await caller.expect(200, 'DELETE', `/chatflows/${doomed.flow}`)
    await caller.expect(200, 'DELETE', `/document-store/store/${doomed.storeId}`)
    await eraseDeleted(server.context)
    await prune(server.context)
    await expect.poll(held).toEqual(before)
    expect((await scene.query(neighbour.storeId, 'green tea')).docs).toHaveLength(1)
    await caller.expect(200, 'GET', `/chatflows/${neighbour.flow}`)
  })
})
