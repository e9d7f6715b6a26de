import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let administrator: TestCaller
const good = 'https://good.example'
const evil = 'https://evil.example'
const listed = JSON.stringify({ allowedOrigins: [good] })

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})
afterAll(() => server.stop())

/** A flow with a file that was given in the chat `c`. */
async function flowWithFile(fields: object): Promise<string> {
  const id = await makeFlow(administrator, replyFlow(), { ...fields })
  const { db, blobs } = server.context
  const workspaceId = (await db.system.routes.findWorkspaceOfFlow(id)) ?? ''
  const bytes = Buffer.from('A')
  const blobId = await blobs.put(bytes)
  const file = { blobId, name: 'a.png', mediaType: 'image/png', size: 1, sha256: 'x' }
  const owner = { ownerKind: 'flow', ownerId: id, sessionId: 'c', chatId: 'c' }
  await db.write(workspaceId, ({ files }) => files.insert({ ...file, ...owner }))
  return id
}

const fetchFile = (id: string, headers: Record<string, string> = {}, caller = server.anonymous()) =>
  caller.call('GET', `/get-upload-file?chatflowId=${id}&chatId=c&fileName=a.png`, undefined, headers)

test('a file of a locked flow is for its key, and for those who may see the flow', async () => {
  const owner = await server.withKey(['tools:view'])
  const other = await server.withKey(['tools:view', 'documentStores:view'])
  const id = await flowWithFile({ apikeyid: owner.id })
  expect((await fetchFile(id)).status).toBe(401)
  expect((await fetchFile(id, {}, other)).status).toBe(401)
  expect((await fetchFile(id, {}, owner)).status).toBe(200)
  expect((await fetchFile(id, {}, administrator)).status).toBe(200)
})

test.each([
  ['origin', 'cross-origin', good],
  ['referer', 'cross-origin', `${good}/page`],
])('a file of a flow with a list of sites is shown by those alone: %s', async (header, policy, page) => {
  const id = await flowWithFile({ chatbotConfig: listed })
  const allowed = await fetchFile(id, { [header]: page })
  expect([allowed.status, allowed.headers.get('cross-origin-resource-policy')]).toEqual([200, policy])
  expect((await fetchFile(id, { [header]: page.replace(good, evil) })).status).toBe(403)
  const unnamed = await fetchFile(id)
  expect([unnamed.status, unnamed.headers.get('cross-origin-resource-policy')]).toEqual([200, 'same-origin'])
})

test('scripts of a page read it as the flow says', async () => {
  const id = await flowWithFile({ chatbotConfig: listed })
  const allowed = await fetchFile(id, { origin: good })
  expect(allowed.headers.get('access-control-allow-origin')).toBe(good)
  const open = await flowWithFile({})
  const anywhere = await fetchFile(open, { origin: evil })
  expect(anywhere.headers.get('access-control-allow-origin')).toBe(evil)
  expect(anywhere.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})
