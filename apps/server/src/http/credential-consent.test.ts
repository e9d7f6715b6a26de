import { databaseKinds } from '@runnel/db/testing'
import { diffDocuments } from '@runnel/graph'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, llmFlow, replyFlow } from '../testing/example-flows.ts'
import { readForCanvas, relabel } from '../testing/flow-changes.ts'
import { makeCredential, makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { createStoreScene } from '../testing/store-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

describe.each(databaseKinds)('consent that a credential goes to a host, on %s', (kind) => {
  let scene: VendorServer
  let other: FakeOpenAI
  let secondId: string

  beforeAll(async () => {
    other = await startFakeOpenAI({})
    scene = await startVendorServer({ kind, env: { EGRESS_ALLOW: other.host } })
    secondId = await makeCredential(scene.administrator, 'sk-the-second-key')
  })

  afterAll(async () => {
    await scene.stop()
    await other.close()
  })

  const ask = (caller: TestCaller, flowId: string, body: object = {}) =>
    caller.call<{ code: string }>('POST', `/internal-prediction/${flowId}`, { question: 'x', ...body })

  test('is for that credential alone: not for another one, in a save or in a draft', async () => {
    const { administrator, vendor, credentialId } = scene
    const flowId = await makeFlow(administrator, llmFlow(vendor, credentialId))
    expect((await ask(administrator, flowId)).status).toBe(200)
    const editor = await scene.server.withKey(['agentflows:update'])
    const before = vendor.callCount
    await editor.expect(200, 'PUT', `/chatflows/${flowId}`, {
      flowData: JSON.stringify(llmFlow(vendor, secondId)),
    })
    expect((await ask(administrator, flowId)).body.code).toBe('credential_host_mismatch')
    expect(vendor.callCount).toBe(before)
  })

  test('is for https or http as it was given, not for the other one', async () => {
    const { administrator, vendor, credentialId } = scene
    const byTls = JSON.stringify(llmFlow(vendor, credentialId)).replaceAll('http://', 'https://')
    const flowId = await makeFlow(administrator, JSON.parse(byTls))
    const editor = await scene.server.withKey(['agentflows:update'])
    const before = vendor.callCount
    await editor.expect(200, 'PUT', `/chatflows/${flowId}`, {
      flowData: JSON.stringify(llmFlow(vendor, credentialId)),
    })
    expect((await ask(administrator, flowId)).body.code).toBe('credential_host_mismatch')
    expect(vendor.callCount).toBe(before)
    await administrator.expect(200, 'PUT', `/chatflows/${flowId}`, {
      flowData: JSON.stringify(llmFlow(vendor, credentialId)),
    })
    expect((await ask(administrator, flowId)).status).toBe(200)
  })

  test('is not taken along by a draft that chooses another credential', async () => {
    const { administrator, vendor, credentialId } = scene
    const flowId = await makeFlow(administrator, llmFlow(vendor, credentialId))
    const flow = await readForCanvas(administrator, flowId)
    const text = JSON.stringify(flow.document)
    expect(text).toContain(credentialId)
    const diff = diffDocuments(flow.document, JSON.parse(text.replaceAll(credentialId, secondId)))
    const draft = { baseVersionId: flow.headVersionId, after: 0, viewport: null, diff }
    await administrator.expect(200, 'POST', `/chatflows/${flowId}/draft`, draft)
    const before = vendor.callCount
    expect((await ask(administrator, flowId, { useDraft: true })).body.code).toBe('credential_host_mismatch')
    expect(vendor.callCount).toBe(before)
    expect((await ask(administrator, flowId)).status).toBe(200)
  })

  test('of a copy is that of its original, whoever copies', async () => {
    const { administrator, vendor, credentialId } = scene
    const editor = await scene.server.withKey(['agentflows:view', 'agentflows:create', 'agentflows:update'])
    const copy = async (caller: TestCaller, copyOf: string) => {
      const { document } = await readForCanvas(administrator, copyOf)
      const body = { name: 'A copy', type: 'AGENTFLOW', document, copyOf }
      return (await caller.expect<{ id: string }>(200, 'POST', '/chatflows', body)).id
    }
    const theirs = await makeFlow(editor, llmFlow(other, credentialId))
    const before = other.callCount
    expect((await ask(administrator, await copy(administrator, theirs))).body.code).toBe(
      'credential_host_mismatch',
    )
    expect(other.callCount).toBe(before)
    const agreed = await makeFlow(administrator, llmFlow(vendor, credentialId))
    for (const caller of [administrator, editor])
      expect((await ask(administrator, await copy(caller, agreed))).status).toBe(200)
  })

  test('that was taken away comes back by no draft on the version that had it', async () => {
    const { administrator, vendor, credentialId } = scene
    const flowId = await makeFlow(administrator, llmFlow(vendor, credentialId))
    const old = await readForCanvas(administrator, flowId)
    await administrator.expect(200, 'PUT', `/chatflows/${flowId}`, { flowData: JSON.stringify(replyFlow()) })
    const diff = relabel(old.document, 'llmAgentflow_0', 'Mine')
    const draft = { baseVersionId: old.headVersionId, after: 0, viewport: null, diff }
    await administrator.expect(200, 'POST', `/chatflows/${flowId}/draft`, draft)
    const before = vendor.callCount
    expect((await ask(administrator, flowId, { useDraft: true })).body.code).toBe('credential_host_mismatch')
    expect(vendor.callCount).toBe(before)
  })

  test('stays when somebody without the right saves something else of the flow, and grows by nothing', async () => {
    const { administrator, vendor, credentialId } = scene
    const flowId = await makeFlow(administrator, llmFlow(vendor, credentialId))
    const editor = await scene.server.withKey(['agentflows:update'])
    const save = (flow: object) =>
      editor.expect(200, 'PUT', `/chatflows/${flowId}`, { flowData: JSON.stringify(flow) })
    const renamed = llmFlow(vendor, credentialId)
    if (renamed.nodes[1]) renamed.nodes[1].data.label = 'Renamed'
    await save(renamed)
    expect((await ask(administrator, flowId)).status).toBe(200)
    await save(llmFlow(other, credentialId))
    expect((await ask(administrator, flowId)).body.code).toBe('credential_host_mismatch')
    expect(other.callCount).toBe(0)
  })

  test('of a document store is for what the store brings, and for no step of the flow that asks it', async () => {
    const { administrator, vendor, credentialId } = scene
    const stores = createStoreScene(administrator, vendor, credentialId)
    const { storeId } = await stores.makeFilled()
    await stores.insert(storeId)
    const lookUp = agentNode('retrieverAgentflow_0', 'retrieverAgentflow', {
      retrieverKnowledgeDocumentStores: [{ documentStore: `${storeId}:Drinks` }],
      retrieverQuery: 'green tea',
      outputFormat: 'text',
    })
    const [start, model] = llmFlow(vendor, credentialId).nodes
    const looksUp = {
      nodes: [start, lookUp],
      edges: [agentEdge('startAgentflow_0', 'retrieverAgentflow_0')],
    }
    const asksToo = {
      nodes: [...looksUp.nodes, model],
      edges: [...looksUp.edges, agentEdge('retrieverAgentflow_0', 'llmAgentflow_0')],
    }
    const editor = await scene.server.withKey(['agentflows:create', 'agentflows:update'])
    const paths = () => vendor.requests.map(({ path }) => path.split('/').at(-1))
    const asked = await ask(administrator, await makeFlow(editor, looksUp))
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Green tea')])
    const before = vendor.requests.length
    const answer = await ask(administrator, await makeFlow(editor, asksToo))
    expect(answer.body.code).toBe('credential_host_mismatch')
    expect(paths().slice(before)).toEqual(['embeddings'])
  })

  test('opens no credential of another type', async () => {
    const { administrator, vendor } = scene
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
      name: 'Of another vendor',
      credentialName: 'anthropicApi',
      plainDataObj: { anthropicApiKey: 'sk-ant-of-another-vendor' },
    })
    const flowId = await makeFlow(administrator, llmFlow(vendor, id))
    const before = vendor.callCount
    expect((await ask(administrator, flowId)).body.code).toBe('missing_credential')
    expect(vendor.callCount).toBe(before)
  })
})
