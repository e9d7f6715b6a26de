import type { CustomTemplate } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatFlow, llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const path = '/marketplaces/custom'

describe.each(databaseKinds)('templates of a workspace, on %s', (kind) => {
  let scene: VendorServer
  let administrator: TestCaller
  let flowId: string

  beforeAll(async () => {
    scene = await startVendorServer({ kind })
    administrator = scene.administrator
    flowId = await makeFlow(administrator, llmFlow(scene.vendor, scene.credentialId))
  })
  afterAll(() => scene.stop())

  const make = (fields: object = {}, caller = administrator) =>
    caller.call<CustomTemplate>('POST', path, { name: 'Ours', chatflowId: flowId, ...fields })
  const list = (query = '') => administrator.expect<CustomTemplate[]>(200, 'GET', `${path}${query}`)

  test('one is made of a flow, without secrets and credentials, and makes the same flow again', async () => {
    const { status, body } = await make({
      description: 'For the desk',
      badge: 'NEW',
      usecases: ['Support', 'Support'],
      type: 'AgentflowV2',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Ours',
      description: 'For the desk',
      type: 'AgentflowV2',
      badge: 'NEW',
      framework: '',
      usecases: ['Support'],
      categories: ['Agent Flows'],
      nodeCount: 2,
    })
    expect(JSON.stringify(body)).not.toContain(scene.credentialId)
    expect(JSON.parse(body.flowData ?? '')).toMatchObject({ nodes: [{}, {}], edges: [{}] })
    const one = await administrator.expect<CustomTemplate>(200, 'GET', `${path}/${body.id}`)
    expect(one.document?.nodes).toHaveLength(2)
    const flow = { name: 'Again', type: 'AGENTFLOW', flowData: one.flowData }
    const made = await administrator.expect<{ flowData: string }>(200, 'POST', '/chatflows', flow)
    expect(JSON.parse(made.flowData).nodes).toHaveLength(2)
  })

  test('a chat flow makes one of its own kind, and what is not said is empty as in the reference', async () => {
    const chatflowId = await makeFlow(administrator, chatFlow(scene.vendor, scene.credentialId), {
      type: 'CHATFLOW',
    })
    expect((await make({ name: 'Chat', chatflowId })).body).toMatchObject({
      type: 'Chatflow',
      badge: '',
      usecases: '',
      description: '',
    })
  })

  test('a tool is lifted out of it, without what looks like a secret', async () => {
    const tool = { iconSrc: '', schema: '[]', func: "return 'sk-canaryabcdefghijklmnopqrstuvwxyz' + 1" }
    const { body } = await administrator.call<CustomTemplate>('POST', path, { name: 'Adder', tool })
    expect(body).toMatchObject({ type: 'Tool', categories: [], ...tool, func: "return '' + 1" })
    expect(body).not.toHaveProperty('flowData')
  })

  test('the list is searched, filtered, sorted and paged; short ones have no flow', async () => {
    const names = async (query: string) => (await list(query)).map(({ name }) => name)
    expect(await names('')).toEqual(['Adder', 'Chat', 'Ours'])
    expect(await names('?search=DESK')).toEqual(['Ours'])
    expect(await names('?type=Chatflow')).toEqual(['Chat'])
    expect(await names('?sort=name&direction=desc')).toEqual(['Ours', 'Chat', 'Adder'])
    const page = await administrator.expect<{ data: object[]; total: number }>(
      200,
      'GET',
      `${path}?page=2&limit=2`,
    )
    expect([page.data.length, page.total]).toEqual([1, 3])
    expect((await list('?search=ours'))[0]?.flowData).toBeDefined()
    expect((await list('?search=ours&view=summary'))[0]).not.toHaveProperty('flowData')
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ chatflowId: undefined }, 'chatflowId'],
    [{ tool: {} }, 'chatflowId'],
    [{ usecases: ['x'.repeat(101)] }, 'usecases[0]'],
    [{ chatflowId: 'no-id' }, 'chatflowId'],
  ])('%j is refused, and nothing is kept', async (fields, where) => {
    const before = (await list()).length
    const answer = await administrator.call<{ issues: { path: string }[] }>('POST', path, {
      name: 'Ours',
      chatflowId: flowId,
      ...fields,
    })
    expect([answer.status, answer.body.issues[0]?.path]).toEqual([400, where])
    expect(await list()).toHaveLength(before)
  })

  test('each permission opens its own door, and a flow only to who may see it [S6-PERM-08]', async () => {
    const withKey = (...permissions: string[]) => scene.server.withKey(permissions)
    const [viewer, deleter, blind, maker, toolmaker] = await Promise.all([
      withKey('templates:custom'),
      withKey('templates:custom-delete'),
      withKey('templates:flowexport'),
      withKey('templates:flowexport', 'agentflows:view'),
      withKey('templates:toolexport'),
    ])
    expect((await viewer.call('GET', path)).status).toBe(200)
    expect((await deleter.call('GET', path)).status).toBe(403)
    expect((await make({}, viewer)).status).toBe(403)
    expect((await make({}, blind)).status).toBe(403)
    expect((await make({}, toolmaker)).status).toBe(403)
    expect((await make({ chatflowId: undefined, tool: {} }, maker)).status).toBe(403)
    expect((await make({ chatflowId: undefined, tool: {} }, toolmaker)).status).toBe(200)
    const { status, body } = await make({ name: 'Made by key' }, maker)
    expect(status).toBe(200)
    expect((await viewer.call('DELETE', `${path}/${body.id}`)).status).toBe(403)
    expect((await deleter.call('DELETE', `${path}/${body.id}`)).body).toEqual({ raw: [], affected: 1 })
    expect((await deleter.call('DELETE', `${path}/${body.id}`)).status).toBe(404)
    expect((await viewer.call('GET', `${path}/${body.id}`)).status).toBe(404)
  })
})
