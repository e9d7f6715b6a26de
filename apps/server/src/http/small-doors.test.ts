import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@runnel/db'
import { upsertVectors } from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { runIdempotently } from './idempotency.ts'

let server: TestServer
let administrator: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})

afterAll(() => server.stop())

const userOf = (workspaceId: string, permissions: string[]) => ({
  kind: 'user' as const,
  userId: 'ada',
  sessionId: 'session',
  signInId: 'session',
  organizationId: 'organization',
  isOrganizationAdmin: false,
  features: {},
  workspaceId,
  permissions,
})

test('an Idempotency-Key of one workspace gives nothing in another, to the same person', async () => {
  const request = {
    method: 'POST',
    url: '/api/v1/chatflows',
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  } as unknown as FastifyRequest
  const make = (workspaceId: string) =>
    runIdempotently(
      server.context,
      { request, principal: userOf(workspaceId, []) },
      async () => `made in ${workspaceId}`,
    )
  expect([await make('one'), await make('two'), await make('one')]).toEqual([
    'made in one',
    'made in two',
    'made in one',
  ])
})

test('whoever may only see a flow fills none of its stores', async () => {
  const flowId = await makeFlow(administrator, replyFlow('Hi'))
  const { workspaceId } = await administrator.expect<{ workspaceId: string }>(
    200,
    'GET',
    `/chatflows/${flowId}`,
  )
  const fill = (permissions: string[]) =>
    upsertVectors(server.context, { flowId, principal: userOf(workspaceId, permissions) })
  await expect(fill(['agentflows:view'])).rejects.toMatchObject({ code: 'forbidden' })
  await expect(fill(['agentflows:update'])).rejects.toMatchObject({ code: 'invalid_input' })
})

describe('flowData', () => {
  test.each([
    '{"nodes":[],"edges":[],"__proto__":{"polluted":1}}',
    '{"nodes":[{"id":"a","data":{"inputs":{"\\u005f_proto__":{"polluted":1}}}}],"edges":[]}',
  ])('that names a prototype is refused: %s', async (flowData) => {
    const answer = await administrator.call<{ code: string }>('POST', '/chatflows', { name: 'x', flowData })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json'])
  })
})

test('the database is its owner’s alone, whatever its folder allows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-open-folder-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'runnel.db')
  const modes = () =>
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)])
  for (const round of ['new', 'opened again']) {
    const database = await openDatabase({ kind: 'sqlite', file })
    await database.system.meta.set('a', round)
    expect(modes().length).toBeGreaterThan(1)
    for (const [name, mode] of modes()) expect([round, name, mode]).toEqual([round, name, '600'])
    await database.close()
    chmodSync(file, 0o644)
  }
  rmSync(folder, { recursive: true })
})

test('what anybody may ask about a chat holds no field that is not known to be shown', async () => {
  const shown = { title: 'Bot', starterPrompts: { 0: { prompt: 'Hi' } }, leads: { status: true } }
  const chatbotConfig = JSON.stringify({ ...shown, notes: 'canary', apiSecret: 'canary', webhook: 'canary' })
  const id = await makeFlow(administrator, replyFlow('Hi'), { chatbotConfig })
  const answer = await server.anonymous().call('GET', `/public-chatbotConfig/${id}`)
  expect(answer.body).toMatchObject(shown)
  expect(answer.text).not.toContain('canary')
})

test('the settings of a flow’s MCP server are for those who may edit it', async () => {
  const mcpServerConfig = JSON.stringify({ enabled: true, token: 'canary-mcp' })
  const id = await makeFlow(administrator, replyFlow('Hi'), { mcpServerConfig })
  const viewer = await server.withKey(['agentflows:view'])
  const editor = await server.withKey(['agentflows:update'])
  const paths = [
    `/chatflows/${id}`,
    `/chatflows/${id}?view=document`,
    '/chatflows',
    '/chatflows?view=summary',
  ]
  for (const path of paths) {
    expect((await viewer.call('GET', path)).text, path).not.toContain('canary-mcp')
    expect((await editor.call('GET', path)).text, path).toContain('canary-mcp')
  }
})

test('messages that are deleted take the files of their chats along, and nothing else of the flow', async () => {
  const flowId = await makeFlow(administrator, replyFlow('Hi'))
  const { workspaceId } = await administrator.expect<{ workspaceId: string }>(
    200,
    'GET',
    `/chatflows/${flowId}`,
  )
  const { db, blobs } = server.context
  const say = (chatId: string) =>
    server.anonymous().expect(200, 'POST', `/prediction/${flowId}`, { question: 'Hi', chatId })
  const keep = async (name: string, place: { chatId?: string; sessionId?: string }) => {
    const blobId = await blobs.put(Buffer.from(name))
    const file = { blobId, name, mediaType: 'text/plain', size: name.length, sha256: name }
    const owner = { ownerKind: 'flow', ownerId: flowId }
    await db.write(workspaceId, ({ files }) => files.insert({ ...file, ...owner, ...place }))
  }
  await say('one')
  await say('two')
  await keep('of one', { chatId: 'one', sessionId: 'one' })
  await keep('of two', { chatId: 'two', sessionId: 'two' })
  await keep('of a store', { chatId: 'store' })
  await keep('of the flow', {})
  await administrator.expect(200, 'DELETE', `/chatmessage/${flowId}`)
  const { rows } = await db
    .read(workspaceId)
    .files.list({ ownerKind: 'flow', ownerId: flowId, page: 1, limit: 9 })
  expect(rows.map(({ name }) => name)).toEqual(['of a store', 'of the flow'])
})
