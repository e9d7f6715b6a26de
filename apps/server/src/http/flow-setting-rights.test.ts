import { type AuditEntry, type Chatflow, tellWhy } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTwoWorkspaces, type TwoWorkspaces } from '../testing/two-workspaces.ts'

const ORIGINS = ['https://shop.example.com']
const CHAT = { allowedOrigins: ORIGINS, allowedOriginsError: 'Not here', starterPrompts: { a: 1, b: 2 } }
/** The settings that a flow has before it is saved. */
const SETTINGS = {
  chatbotConfig: JSON.stringify(CHAT),
  apiConfig: JSON.stringify({ rateLimit: { status: true, limitMax: 5 } }),
  analytic: JSON.stringify({ langFuse: { status: false } }),
}
const DOCUMENT = { nodes: [], edges: [] }

/** Changes of a flow, by the field at which they are refused to who has not the right of this name. */
const CHANGES: readonly [field: string, right: 'config' | 'domains', body: object][] = [
  ['apiConfig', 'config', { apiConfig: '{"rateLimit":{"status":false}}' }],
  ['apiConfig', 'config', { apiConfig: null }],
  ['analytic', 'config', { analytic: '{"langFuse":{"status":true}}' }],
  ['speechToText', 'config', { speechToText: '{"openAIWhisper":{"status":true}}' }],
  ['textToSpeech', 'config', { textToSpeech: '{"openai":{"status":true}}' }],
  ['followUpPrompts', 'config', { followUpPrompts: '{"status":true}' }],
  ['mcpServerConfig', 'config', { mcpServerConfig: '{"enabled":true}' }],
  ['chatbotConfig', 'config', { chatbotConfig: JSON.stringify({ ...CHAT, starterPrompts: {} }) }],
  [
    'chatbotConfig.allowedOrigins',
    'domains',
    { chatbotConfig: JSON.stringify({ ...CHAT, allowedOrigins: [] }) },
  ],
  [
    'chatbotConfig.allowedOriginsError',
    'domains',
    { chatbotConfig: JSON.stringify({ ...CHAT, allowedOriginsError: 'Go' }) },
  ],
]

describe.each(databaseKinds)('the configuration of a flow on %s', (kind) => {
  let scene: TwoWorkspaces
  beforeAll(async () => {
    scene = await startTwoWorkspaces(kind)
  })
  afterAll(() => scene.stop())

  const makeFlow = (type = 'CHATFLOW') =>
    scene.administrator.expect<Chatflow>(200, 'POST', '/chatflows', {
      name: 'Shop',
      type,
      document: DOCUMENT,
      ...SETTINGS,
    })
  const read = (id: string) => scene.administrator.expect<Chatflow>(200, 'GET', `/chatflows/${id}`)
  const somebody = (...permissions: string[]) => scene.add('Ed', { production: permissions })
  const refusalFor = (permission: string, path: string) => ({
    status: 403,
    body: { code: 'forbidden', issues: [{ path, ...tellWhy('flow_setting_right', { permission }) }] },
  })

  test.each(CHANGES)('is changed at %s only with its own right: %s', async (path, right, body) => {
    for (const [type, resource] of [
      ['CHATFLOW', 'chatflows'],
      ['AGENTFLOW', 'agentflows'],
      ['MULTIAGENT', 'agentflows'],
    ]) {
      const { id } = await makeFlow(type)
      const other = right === 'config' ? 'domains' : 'config'
      const lacks = await somebody(`${resource}:update`, `${resource}:${other}`)
      const before = await read(id)
      const refused = await lacks.caller.call('PUT', `/chatflows/${id}`, { name: 'Mine', ...body })
      expect(refused).toMatchObject(refusalFor(`${resource}:${right}`, path))
      expect(await read(id)).toEqual(before)
      const holds = await somebody(`${resource}:update`, `${resource}:${right}`)
      await holds.caller.expect(200, 'PUT', `/chatflows/${id}`, body)
    }
  })

  test('is no change when it comes back as it was, in whatever words', async () => {
    const { id } = await makeFlow()
    const { caller } = await somebody('chatflows:update')
    const { chatbotConfig, apiConfig, analytic } = await read(id)
    await caller.expect(200, 'PUT', `/chatflows/${id}`, { name: 'A', chatbotConfig, apiConfig, analytic })
    const turned = {
      starterPrompts: { b: 2, a: 1 },
      allowedOriginsError: 'Not here',
      allowedOrigins: ORIGINS,
    }
    const body = {
      name: 'B',
      document: DOCUMENT,
      speechToText: null,
      textToSpeech: '{}',
      followUpPrompts: '',
    }
    await caller.expect(200, 'PUT', `/chatflows/${id}`, {
      ...body,
      chatbotConfig: JSON.stringify(turned, null, 2),
    })
    expect(await read(id)).toMatchObject({ name: 'B' })
  })

  test('keeps who may call it apart: that is changed by who may change the flow', async () => {
    const { id } = await makeFlow()
    const { caller } = await somebody('chatflows:update')
    const body = { isPublic: true, privateSessions: false, category: 'Teas' }
    await caller.expect(200, 'PUT', `/chatflows/${id}`, body)
  })

  test.each(['owner', 'admin', 'editor'])('is changed by the built-in role %s', async (role) => {
    const { id } = await makeFlow()
    const { caller } = await scene.add('Bo', { production: role })
    for (const [, , body] of CHANGES) await caller.expect(200, 'PUT', `/chatflows/${id}`, body)
  })

  test('is changed by a key only with the right as well', async () => {
    const { id } = await makeFlow()
    const keyed = async (...rights: string[]): Promise<TestCaller> => scene.server.withKey(rights)
    const [field, , body] = CHANGES[0] ?? []
    const lacks = await keyed('chatflows:update')
    const refused = await lacks.call('PUT', `/chatflows/${id}`, body)
    expect(refused).toMatchObject(refusalFor('chatflows:config', field ?? ''))
    const holds = await keyed('chatflows:update', 'chatflows:config')
    await holds.expect(200, 'PUT', `/chatflows/${id}`, body)
  })

  test('of an assistant is changed by who may change assistants, and a flow', async () => {
    const { id } = await makeFlow('ASSISTANT')
    const { caller } = await somebody('chatflows:update', 'assistants:update')
    for (const [, , body] of CHANGES) await caller.expect(200, 'PUT', `/chatflows/${id}`, body)
  })

  test('comes with a new flow, which has no callers yet', async () => {
    const { caller } = await somebody('chatflows:create')
    const made = { name: 'Copy', document: DOCUMENT, ...SETTINGS }
    expect(await caller.expect<Chatflow>(200, 'POST', '/chatflows', made)).toMatchObject(SETTINGS)
  })

  test('has a try to change it without the right in the audit log', async () => {
    const { id } = await makeFlow()
    const { caller, userId } = await somebody('chatflows:update')
    await caller.call('PUT', `/chatflows/${id}`, { apiConfig: '{"secret":"Paper-Clip-3"}' })
    const path = '/audit/entries?outcome=refused&limit=200'
    const { data } = await scene.administrator.expect<{ data: AuditEntry[] }>(200, 'GET', path)
    const own = data.filter(({ actor }) => actor.id === userId)
    expect(own.map(({ action }) => action)).toEqual(['flow.updated'])
    expect(JSON.stringify(own)).not.toContain('Paper-Clip-3')
  })
})
