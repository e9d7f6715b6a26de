import { startRedis, type TestRedis } from '@runnel/drivers/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chainEdge, chainNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

/** Nodes that ask servers which do not speak HTTP, in flows; the servers are on this machine. */

const PASSWORD = 'test-password-of-redis'
let scene: VendorServer
let redis: TestRedis

beforeAll(async () => {
  redis = await startRedis({ password: PASSWORD })
  scene = await startVendorServer({ env: { EGRESS_ALLOW: `127.0.0.1:${redis.port}` } })
})
beforeEach(() => {
  scene.vendor.requests.length = 0
  redis.commands.length = 0
})
afterAll(async () => {
  await scene.stop()
  await redis.close()
})

async function makeRedis(port: number): Promise<string> {
  const { id } = await scene.administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
    name: 'Redis',
    credentialName: 'redisCacheApi',
    plainDataObj: { redisCacheHost: '127.0.0.1', redisCachePort: String(port), redisCachePwd: PASSWORD },
  })
  return id
}

/** A conversation that a Redis keeps. */
async function makeTalk(credential: string): Promise<string> {
  const withKey = (id: string, inputs: object, key: string) => {
    const node = chainNode(id, id, { ...inputs })
    node.data.credential = key
    return node
  }
  const nodes = [
    withKey('chatOpenAI_0', { modelName: 'gpt-4o-mini', basepath: scene.vendor.baseURL }, scene.credentialId),
    withKey('RedisBackedChatMemory_0', { memoryKey: 'chat_history', sessionTTL: 60 }, credential),
    chainNode('conversationChain_0', 'Chain', {}),
  ]
  const edges = [
    chainEdge('chatOpenAI_0', 'conversationChain_0', ['model', 'BaseChatModel']),
    chainEdge('RedisBackedChatMemory_0', 'conversationChain_0', ['memory', 'BaseMemory']),
  ]
  return makeFlow(scene.administrator, { nodes, edges }, { type: 'CHATFLOW' })
}

const asStaff = (flowId: string, body: object) =>
  scene.administrator.expect<{ text: string }>(200, 'POST', `/internal-prediction/${flowId}`, body)
const lastMessages = () => JSON.stringify(scene.vendor.requests.at(-1)?.body)

test('a chain remembers in a Redis what was said, and strangers reach no session by its name', async () => {
  const flowId = await makeTalk(await makeRedis(redis.port))
  await asStaff(flowId, { question: 'My tea is green', chatId: 'tea-talk' })
  expect((await asStaff(flowId, { question: 'Which tea?', chatId: 'tea-talk' })).text).toBe(
    'Echo: Which tea?',
  )
  expect(lastMessages()).toContain('My tea is green')
  expect(redis.commands).toContainEqual(['EXPIRE', 'tea-talk', '60'])

  const stranger = await scene.server.anonymous().open('POST', `/prediction/${flowId}`, {
    question: 'What did they drink?',
    overrideConfig: { sessionId: 'tea-talk' },
  })
  expect(stranger.status).toBe(200)
  expect(lastMessages()).not.toContain('My tea is green')
  expect(redis.commands.filter(([, key]) => key === 'anonymous:tea-talk')).not.toEqual([])
})

test('the steps of a run show the calls, and neither them nor a fault the password', async () => {
  const flowId = await makeTalk(await makeRedis(1))
  const answer = await scene.administrator.open('POST', `/internal-prediction/${flowId}`, {
    question: 'Tea?',
  })
  const fault = await answer.text()
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(fault).toContain('EGRESS_ALLOW')
  expect(fault).not.toContain(PASSWORD)
  expect(redis.commands).toEqual([])
})
