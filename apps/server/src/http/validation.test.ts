import { afterAll, beforeAll, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer()
})

afterAll(() => scene.stop())

const issuesOf = async (credentialId: string) => {
  const id = await makeFlow(scene.administrator, llmFlow(scene.vendor, credentialId))
  const rows = await scene.administrator.expect<{ issues: string[] }[]>(200, 'GET', `/validation/${id}`)
  return rows.flatMap(({ issues }) => issues)
}

test('a flow’s credential is known, however many were made after it', async () => {
  const oldest = await makeCredential(scene.administrator)
  for (let made = 0; made < 205; made += 1) await makeCredential(scene.administrator)
  expect(await issuesOf(oldest)).toEqual([])
  expect(await issuesOf('11111111-2222-4333-8444-555555555555')).toEqual([
    expect.stringMatching(/credential.*does not exist|credential.*not there|unknown/i),
  ])
})

test('a document store of another installation is told, and one of this is not', async () => {
  const { administrator } = scene
  const store = await administrator.expect<{ id: string }>(200, 'POST', '/document-store/store', {
    name: 'Tea',
  })
  const issuesWith = async (documentStore: string) => {
    const edge = { id: 'e', source: 'startAgentflow_0', target: 'retrieverAgentflow_0', type: 'agentFlow' }
    const flowData = JSON.stringify({
      nodes: [
        wireNode('startAgentflow', { startInputType: 'chatInput' }),
        wireNode('retrieverAgentflow', {
          retrieverKnowledgeDocumentStores: [{ documentStore }],
          retrieverQuery: 'tea',
        }),
      ],
      edges: [{ ...edge, sourceHandle: 'startAgentflow_0-output-startAgentflow', targetHandle: edge.target }],
    })
    const flow = { name: 'Seeks', type: 'AGENTFLOW', flowData }
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/chatflows', flow)
    const rows = await administrator.expect<{ issues: string[] }[]>(200, 'GET', `/validation/${id}`)
    return rows.flatMap(({ issues }) => issues)
  }
  expect(await issuesWith(`${store.id}:Tea`)).toEqual([])
  expect(await issuesWith('11111111-2222-4333-8444-555555555555:Tea')).toEqual([
    expect.stringContaining('The document store that was chosen here is not there'),
  ])
})

function wireNode(name: string, inputs: object) {
  const id = `${name}_0`
  return {
    id,
    position: { x: 0, y: 0 },
    type: 'agentFlow',
    data: { id, name, label: name, version: 1, inputs },
  }
}
