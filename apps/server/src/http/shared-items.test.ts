import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow, replyFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { organizationOf, type Person } from '../testing/test-people.ts'

const KEY = 'sk-canary-of-the-shared-vendor'

interface Row {
  id: string
  name: string
  shared?: boolean
  sharedFrom?: string
}

describe.each(databaseKinds)('what workspaces share on %s', (kind) => {
  let scene: VendorServer
  let home: string
  let market: string
  let mia: Person
  let vendorHost: string

  beforeAll(async () => {
    const leads: Record<string, string> = {}
    scene = await startVendorServer({ kind, leads })
    vendorHost = scene.vendor.host
    leads['api.openai.com'] = `http://${vendorHost}`
    const me = await scene.administrator.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    home = me.activeWorkspaceId
    const made = await scene.administrator.expect<{ id: string }>(201, 'POST', '/workspace', {
      name: 'Market',
    })
    market = made.id
    mia = await scene.server.addPerson({ name: 'Mia', places: [{ workspaceId: market, role: 'editor' }] })
  })
  afterAll(() => scene.stop())

  const share = (
    id: string,
    workspaceIds: string[],
    { itemType = 'credential', by = scene.administrator } = {},
  ) =>
    by.call<{ message: string; issues?: unknown }>('POST', `/workspace/shared/${id}`, {
      itemType,
      workspaceIds,
    })
  const listShares = (id: string) => scene.administrator.expect(200, 'GET', `/workspace/shared/${id}`)
  const credentialsOf = (caller: TestCaller) => caller.expect<Row[]>(200, 'GET', '/credentials')
  const shareNew = async () => {
    const id = await makeCredential(scene.administrator, KEY)
    expect((await share(id, [market])).body).toEqual({ message: 'Resource Updated Successful' })
    return id
  }
  /** A flow of Mia's whose model has the credential, at the vendor's own address. */
  const makeOwnFlow = (credential: string) => {
    const flow = llmFlow(scene.vendor, credential)
    return makeFlow(mia.caller, JSON.parse(JSON.stringify(flow).replace(/"basepath":"[^"]*",?/g, '')))
  }
  const ask = (flowId: string) =>
    mia.caller.call<{ code: string; text: string }>('POST', `/internal-prediction/${flowId}`, {
      question: 'x',
    })

  test('is listed by its item, and replaced as a whole [S7-WS-16 S7-WS-17]', async () => {
    const id = await makeCredential(scene.administrator, KEY)
    expect(await listShares(id)).toEqual([])
    const answer = await share(id, [market, market])
    expect([answer.status, answer.body]).toEqual([200, { message: 'Resource Updated Successful' }])
    expect(await listShares(id)).toEqual([
      { workspaceId: market, workspaceName: 'Market', sharedItemId: id, itemType: 'credential' },
    ])
    expect((await share(id, [])).status).toBe(200)
    expect(await listShares(id)).toEqual([])
    expect((await share(id, [home])).body.issues).toEqual([
      {
        path: 'workspaceIds',
        message: 'it is already of this workspace',
        reason: 'own_workspace_shared',
        details: {},
      },
    ])
  })

  test('a shared credential is used by runs, listed with where it comes from, and never told or changed', async () => {
    const id = await shareNew()
    const row = (await credentialsOf(mia.caller)).find((each) => each.id === id)
    expect(row).toMatchObject({ shared: true, sharedFrom: 'Default Workspace', workspaceId: home })
    expect((await credentialsOf(scene.administrator)).find((each) => each.id === id)).not.toHaveProperty(
      'shared',
    )
    const told = await mia.caller.expect<object>(200, 'GET', `/credentials/${id}`)
    expect(told).toMatchObject({ shared: true, sharedFrom: 'Default Workspace' })
    expect(told).not.toHaveProperty('plainDataObj')
    const flowId = await makeOwnFlow(id)
    const before = scene.vendor.callCount
    const answer = await ask(flowId)
    expect([answer.status, scene.vendor.callCount]).toEqual([200, before + 1])
    expect(await mia.caller.expect(200, 'GET', `/validation/${flowId}`)).toEqual([])
    for (const [method, path, body] of [
      ['PUT', `/credentials/${id}`, { name: 'Taken' }],
      ['DELETE', `/credentials/${id}`],
      ['POST', `/credentials/${id}/test`, {}],
      ['POST', `/oauth2-credential/authorize/${id}`, {}],
    ] as const) {
      const refused = await mia.caller.call<{ message: string }>(method, path, body)
      expect([refused.status, path]).toEqual([403, path])
      expect(refused.body.message).toContain('belongs to another workspace')
    }
    expect((await share(id, [], { by: mia.caller })).status).toBe(403)
    for (const text of [answer.text, JSON.stringify(row), JSON.stringify(told)])
      expect(text).not.toContain(KEY)
  })

  test('a shared credential goes to no host that the other workspace names, also when options are asked for', async () => {
    const id = await shareNew()
    const flowId = await makeFlow(mia.caller, llmFlow(scene.vendor, id))
    const before = scene.vendor.callCount
    const answer = await ask(flowId)
    expect(answer.body).toMatchObject({ code: 'credential_host_mismatch' })
    expect(answer.text).toContain(vendorHost)
    const options = await mia.caller.call('POST', '/node-load-method/chatOpenAI', {
      loadMethod: 'listModels',
      inputs: { basepath: `http://${vendorHost}/v1` },
      credential: id,
    })
    expect(options.status).toBeGreaterThanOrEqual(400)
    expect(scene.vendor.callCount).toBe(before)
  })

  test('what is taken back fails at the next run, and so does what is deleted at its owner’s', async () => {
    const ids = [await shareNew(), await shareNew()]
    const flows = await Promise.all(ids.map(makeOwnFlow))
    const [taken = '', deleted = ''] = ids
    for (const flowId of flows) expect((await ask(flowId)).status).toBe(200)
    await share(taken, [])
    await scene.administrator.expect(200, 'DELETE', `/credentials/${deleted}`)
    for (const flowId of flows) expect((await ask(flowId)).body).toMatchObject({ code: 'missing_credential' })
    const left = (await credentialsOf(mia.caller)).map(({ id }) => id)
    for (const id of ids) expect(left).not.toContain(id)
  })

  test('a shared template is looked at and used, and deleted only by its owner', async () => {
    const chatflowId = await makeFlow(scene.administrator, replyFlow())
    const { id } = await scene.administrator.expect<Row>(200, 'POST', '/marketplaces/custom', {
      name: 'Shared template',
      chatflowId,
    })
    const wrong = await share(id, [market])
    expect(wrong.status).toBe(404)
    expect((await share(id, [market], { itemType: 'custom_template' })).status).toBe(200)
    const [row] = await mia.caller.expect<Row[]>(200, 'GET', '/marketplaces/custom')
    expect(row).toMatchObject({ id, shared: true, sharedFrom: 'Default Workspace' })
    expect(await mia.caller.expect(200, 'GET', `/marketplaces/custom/${id}`)).toMatchObject({
      name: 'Shared template',
      shared: true,
      document: { nodes: [{}, {}] },
    })
    const refused = await mia.caller.call<{ message: string }>('DELETE', `/marketplaces/custom/${id}`)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('belongs to another workspace'),
    ])
    await scene.administrator.expect(200, 'DELETE', `/marketplaces/custom/${id}`)
    expect(await mia.caller.expect(200, 'GET', '/marketplaces/custom')).toEqual([])
  })

  test('nobody shares with a workspace that they are not in, nor with one of another organisation', async () => {
    const organizationId = await organizationOf(scene.administrator)
    const roleId = await scene.server.context.db
      .organization(organizationId)
      .write((writer) => writer.insertRole({ name: `sharer ${kind}`, permissions: ['credentials:share'] }))
    const sam = await scene.server.addPerson({ name: 'Sam', places: [{ workspaceId: home, role: roleId }] })
    const id = await shareNew()
    const foreign = await scene.server.addOrganization()
    const another = await scene.administrator.expect<Row>(201, 'POST', '/workspace', {
      name: `Annexe ${kind}`,
    })
    expect((await share(id, [market, another.id], { by: sam.caller })).status).toBe(404)
    expect((await share(id, [foreign.workspaceId])).status).toBe(404)
    expect((await share(id, [crypto.randomUUID()])).status).toBe(404)
    // What is shared already may stay, and be taken back, by who is not in the other workspace.
    expect((await share(id, [market], { by: sam.caller })).status).toBe(200)
    expect((await share(id, [], { by: sam.caller })).status).toBe(200)
    expect(await listShares(id)).toEqual([])
    const template = await scene.administrator.expect<Row>(200, 'POST', '/marketplaces/custom', {
      name: 'Not theirs to share',
      chatflowId: await makeFlow(scene.administrator, replyFlow()),
    })
    expect((await share(template.id, [], { itemType: 'custom_template', by: sam.caller })).status).toBe(403)
    expect((await sam.caller.call('GET', `/workspace/shared/${template.id}`)).status).toBe(403)
    const key = await scene.server.withKey(['credentials:share'])
    expect((await key.call('GET', `/workspace/shared/${id}`)).status).toBe(403)
  })

  test('nothing is out of a workspace’s reach once the other one is deleted', async () => {
    const made = await scene.administrator.expect<Row>(201, 'POST', '/workspace', { name: `Short ${kind}` })
    const id = await makeCredential(scene.administrator, KEY)
    expect((await share(id, [made.id])).status).toBe(200)
    await scene.administrator.expect(200, 'DELETE', `/workspace/${made.id}`)
    expect(await listShares(id)).toEqual([])
    expect((await share(id, [made.id])).status).toBe(404)
  })
})
