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

const workspaceOf = async (flowId: string) =>
  (await server.context.db.system.routes.findWorkspaceOfFlow(flowId)) ?? ''

/** A flow with a file that was given in the chat `c`. */
async function flowWithFile(fields: object, conversation: object = {}): Promise<string> {
  const id = await makeFlow(administrator, replyFlow(), { ...fields })
  const { db, blobs } = server.context
  const workspaceId = await workspaceOf(id)
  const bytes = Buffer.from('A')
  const blobId = await blobs.put(bytes)
  const file = { blobId, name: 'a.png', mediaType: 'image/png', size: 1, sha256: 'x' }
  const owner = { ownerKind: 'flow', ownerId: id, sessionId: 'c', chatId: 'c', ...conversation }
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

test('a picture in a page of ours is asked for with the session of who looks at it, and by no other page', async () => {
  const owner = await server.withKey(['tools:view'])
  const id = await flowWithFile({ apikeyid: owner.id })
  const shownBy = async (site: string) =>
    (await fetchFile(id, { 'x-request-from': '', 'sec-fetch-site': site }, administrator)).status
  expect(await shownBy('same-origin')).toBe(200)
  for (const site of ['same-site', 'cross-site', 'none', '']) expect(await shownBy(site), site).toBe(401)
})

test('by an id that others could guess a caller of private conversations finds the files of its own alone', async () => {
  const workspaceId = await workspaceOf(await makeFlow(administrator, replyFlow()))
  const key = await server.withKey(['agentflows:view'])
  const { caller: elsewhere } = await server.addOrganization()
  const statuses = (id: string, chatId: string) =>
    Promise.all(
      [server.anonymous(), elsewhere, key, administrator].map(async (caller) => {
        const path = `/get-upload-file?chatflowId=${id}&chatId=${chatId}&fileName=a.png`
        return (await caller.call('GET', path)).status
      }),
    )
  const isPrivate = { privateSessions: true }
  const ofKeys = { chatId: 'customer-1', namespace: `workspace:${workspaceId}` }
  expect(await statuses(await flowWithFile(isPrivate, ofKeys), 'customer-1')).toEqual([404, 404, 200, 200])
  const ofStrangers = { chatId: 'customer-1', namespace: 'anonymous' }
  expect(await statuses(await flowWithFile(isPrivate, ofStrangers), 'customer-1')).toEqual([
    200, 404, 404, 200,
  ])
  const chatId = crypto.randomUUID()
  const ofUuid = { ...ofKeys, chatId }
  expect(await statuses(await flowWithFile(isPrivate, ofUuid), chatId)).toEqual([200, 200, 200, 200])
  // As in Flowise, whose sites show pictures by ids that they made up.
  expect(await statuses(await flowWithFile({}, ofKeys), 'customer-1')).toEqual([200, 200, 200, 200])
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
