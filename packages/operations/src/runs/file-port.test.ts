import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTestWorkspace, createTestDatabase, type TestDatabase } from '@runnel/db/testing'
import { type Blobs, createBlobs } from '@runnel/drivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { keepBytes } from '../files/keep-file.ts'
import { createFilePort } from './file-port.ts'

let testing: TestDatabase
let blobs: Blobs
let folder: string
beforeAll(async () => {
  testing = await createTestDatabase('sqlite')
  folder = await mkdtemp(join(tmpdir(), 'runnel-files-'))
  blobs = createBlobs({ kind: 'folder', folder })
})
afterAll(async () => {
  await blobs.close()
  await testing.drop()
  await rm(folder, { recursive: true, force: true })
})

const signal = new AbortController().signal
const contextOf = () =>
  ({
    db: testing.database,
    blobs,
    settings: {},
    documents: {
      read: async ({ bytes, name }: { bytes: Uint8Array; name: string }) => ({
        pages: [`${name} ${Buffer.from(bytes)}`],
        facts: [{}],
        metadata: {},
      }),
    },
  }) as unknown as OperationContext
const ofFlow = (flowId: string) => ({ flowId, signal })
const reading = ofFlow('f')
const conversation = { chatId: 'chat', sessionId: 'session', namespace: 'user:ada' }
const scope = { runId: 'r', flowId: 'f', conversation }
const open = (changes: Partial<Parameters<typeof createFilePort>[1]> = {}) =>
  createFilePort(contextOf(), { ...scope, workspaceId: testing.workspaceId, ...changes })

async function keepWithFlow(name: string, text: string, conversation = {}) {
  const file = await keepBytes(contextOf(), Buffer.from(text), name)
  const owner = { ownerKind: 'flow', ownerId: 'f' }
  return testing.database.write(testing.workspaceId, ({ files }) =>
    files.insert({ ...file, ...owner, ...conversation }),
  )
}

test('what a run writes can be read by its id, in its workspace only', async () => {
  const bytes = Buffer.from('Green tea')
  const { blob } = await open().write({ bytes, name: '../tea.txt', mediaType: 'application/pdf' })
  expect(await open().read({ blob }, ofFlow('g'))).toEqual({
    bytes,
    name: 'tea.txt',
    mediaType: 'text/plain',
  })
  expect(await open().stat({ blob }, reading)).toEqual({
    name: 'tea.txt',
    mediaType: 'text/plain',
    sha256: hash('sha256', bytes),
    size: bytes.length,
  })
  const foreign = open({ workspaceId: await addTestWorkspace(testing) })
  await expect(foreign.read({ blob }, reading)).rejects.toMatchObject({ code: 'not_found' })
  await expect(foreign.stat({ blob }, reading)).rejects.toMatchObject({ code: 'not_found' })
})

test('files of the flow are known by their names, to its own runs', async () => {
  await keepWithFlow('tea.pdf', '%PDF-1.7 tea')
  const source = { stored: 'tea.pdf' }
  expect(await open().read(source, reading)).toMatchObject({ name: 'tea.pdf', mediaType: 'application/pdf' })
  expect(await open().readText(source, { ...reading, format: 'pdf' })).toMatchObject({
    pages: ['tea.pdf %PDF-1.7 tea'],
  })
  const given = await keepWithFlow('tea.pdf', '%PDF-1.7 given in a chat', { chatId: 'c' })
  expect((await open().stat(source, reading)).sha256).not.toBe(given.sha256)
  await expect(open().read(source, ofFlow('g'))).rejects.toThrow('has no file tea.pdf')
  await expect(open().stat({ stored: 'milk.pdf' }, reading)).rejects.toMatchObject({ code: 'not_found' })
})

const written = (name: string, text: string) => ({ name, bytes: Buffer.from(text), mediaType: 'text/plain' })

test('what is kept in a conversation is found by its later runs, the newest of a name, and by nobody else', async () => {
  const first = { ...scope.conversation, chatId: 'first' }
  await open({ conversation: first }).keep(written('notes.txt', 'one'))
  await open({ conversation: first, runId: 'r2' }).keep(written('notes.txt', 'two'))
  await open({ conversation: first }).keep(written('../other.md', '# three'))
  const listed = await open({ conversation: first, runId: 'r3' }).listKept()
  expect(listed.map(({ name }) => name).sort()).toEqual(['notes.txt', 'other.md'])
  const [notes] = listed.filter(({ name }) => name === 'notes.txt')
  const { bytes } = await open().read({ blob: notes?.blob ?? '' }, reading)
  expect(Buffer.from(bytes).toString()).toBe('two')
  for (const other of [
    { conversation: { ...first, chatId: 'second' } },
    { conversation: { ...first, namespace: 'anonymous' } },
    { conversation: first, flowId: 'g' },
    { conversation: first, workspaceId: await addTestWorkspace(testing) },
  ])
    expect(await open(other).listKept()).toEqual([])
})

test('strangers keep no more than their quota, and nothing is left of what was refused', async () => {
  const stranger = { chatId: 'c', sessionId: 's', namespace: 'anonymous' }
  const settings = { strangersFiles: { flowBytes: 20_000, sessionBytes: 10_000 } }
  const context = { ...contextOf(), settings } as unknown as OperationContext
  const deleted: string[] = []
  const watched = { ...context, blobs: { ...blobs, delete: async (id: string) => void deleted.push(id) } }
  const files = createFilePort(watched as unknown as OperationContext, {
    ...scope,
    workspaceId: testing.workspaceId,
    conversation: stranger,
  })
  await files.keep(written('a.txt', 'a'))
  await files.keep(written('b.txt', 'b'))
  await expect(files.keep(written('c.txt', 'c'))).rejects.toMatchObject({ code: 'body_too_large' })
  expect(deleted).toHaveLength(1)
  expect(await files.listKept()).toHaveLength(2)
})

test('what came with a text has a type and a hash too', async () => {
  const base64 = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')
  expect(await open().stat({ base64 }, reading)).toMatchObject({ mediaType: 'image/png', size: 8 })
})

test('the stop of a run ends what it fetches from an address', async () => {
  const stop = new AbortController()
  const fetch = (_url: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const context = { ...contextOf(), egress: { fetch } } as unknown as OperationContext
  const files = createFilePort(context, { ...scope, workspaceId: testing.workspaceId })
  const source = { url: 'https://files.example/tea.pdf' }
  const stopped = { flowId: 'f', signal: stop.signal }
  const all = [
    files.read(source, stopped),
    files.stat(source, stopped),
    files.readBytes(source, stopped),
    files.readText(source, { ...stopped, format: 'pdf' }),
  ].map((read) => read.catch((error: unknown) => error))
  const reason = new Error('stopped')
  stop.abort(reason)
  expect(await Promise.all(all)).toEqual([reason, reason, reason, reason])
})

test('a picture is kept with the conversation, by what it holds; what is none is not', async () => {
  const bytes = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')
  const kept = await open().keepPicture(bytes)
  expect(kept).toEqual({
    blob: expect.any(String),
    name: expect.stringMatching(/^picture-[0-9a-f]{10}\.png$/),
    mediaType: 'image/png',
    size: bytes.length,
  })
  expect(await open().listKept()).toContainEqual(kept)
  expect((await open().read({ blob: kept.blob }, reading)).bytes).toEqual(bytes)
  const before = (await open().listKept()).length
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await expect(open().keepPicture(svg)).rejects.toMatchObject({ code: 'upstream_error' })
  expect(await open().listKept()).toHaveLength(before)
})
