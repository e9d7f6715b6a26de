import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentEdge, agentNode, openAIConfig } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

/** Tools whose work is done here (files, code) and those that a document makes, asked over HTTP. */

let scene: VendorServer
let outside: Server
let origin: string
const seen: string[] = []

beforeAll(async () => {
  outside = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${await text(request)}`)
    response.setHeader('content-type', 'application/json')
    response.end('{"id":"p-1"}')
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`
  origin = `http://${host}`
  scene = await startVendorServer({ env: { EGRESS_ALLOW: host } })
})

afterAll(async () => {
  await scene.stop()
  outside.close()
})

const tool = (name: string, config: object = {}) => ({
  agentSelectedTool: name,
  agentSelectedToolConfig: { agentSelectedTool: name, ...config },
})

function agentFlow(agentTools: object[]) {
  const agent = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(scene.vendor, scene.credentialId) },
    agentTools,
  }
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
      agentNode('agentAgentflow_0', 'agentAgentflow', agent, 'Clerk'),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  }
}

interface Told {
  role: string
  content: string
}

interface Answered {
  text: string
  artifacts?: { type: string; data: string }[]
}

/** Has the model call one tool in a chat; gives the answer, and what the model was told. */
async function callTool(flowId: string, chatId: string, [name, input]: [name: string, input: object]) {
  scene.vendor.respondWith({ toolCalls: [{ id: 'call_0', name, input }] }, { text: 'Done.' })
  const body = { question: 'Go', chatId }
  const answered = await scene.administrator.expect<Answered>(
    200,
    'POST',
    `/internal-prediction/${flowId}`,
    body,
  )
  const sent = scene.vendor.requests.at(-1)?.body as { messages: Told[] } | undefined
  const told = (sent?.messages ?? []).filter(({ role }) => role === 'tool').at(-1)?.content ?? ''
  return { answered, told }
}

test('an agent writes a file in one turn and reads it in the next, in its own conversation only', async () => {
  const flowId = await makeFlow(scene.administrator, agentFlow([tool('writeFile'), tool('readFile')]))
  const file = { file_path: 'tea.md', text: '# Seventy degrees' }
  const written = await callTool(flowId, 'first-talk', ['write_file', file])
  expect(written.told).toContain('The file tea.md is written')
  expect(JSON.stringify(written.answered)).toContain('FILE-STORAGE::tea.md')
  const read = await callTool(flowId, 'first-talk', ['read_file', { file_path: 'tea.md' }])
  expect(read.told).toBe('# Seventy degrees')
  const elsewhere = await callTool(flowId, 'second-talk', ['read_file', { file_path: 'tea.md' }])
  expect(elsewhere.told).toContain('has no file tea.md')

  const anew = { file_path: 'tea.md', text: '# Eighty' }
  await callTool(flowId, 'first-talk', ['write_file', anew])
  const path = `/get-upload-file?chatflowId=${flowId}&chatId=first-talk&fileName=tea.md`
  const { status, body } = await scene.administrator.call('GET', path)
  expect([status, String(body)]).toEqual([200, '# Eighty'])
})

test('code of a model runs in the sandbox, and reaches nothing', async () => {
  const flowId = await makeFlow(scene.administrator, agentFlow([tool('codeInterpreterE2B')]))
  const run = async (input: string) => (await callTool(flowId, 'code', ['code_interpreter', { input }])).told
  expect(await run('console.log("six", { a: 6 }); return 6 * 7')).toBe('six {"a":6}\n42')
  expect(await run('return missing + 1')).toContain('missing')
  const before = seen.length
  const fetched = await run(
    `try { await fetch('${origin}/x'); return 'reached' } catch (e) { return 'no: ' + e.message }`,
  )
  expect(fetched).toMatch(/^no: /)
  expect(await run('return typeof process + typeof require("fs")')).not.toContain('object')
  expect(seen.length).toBe(before)
})

test('an imported interpreter says that it does not run Python', async () => {
  const flowId = await makeFlow(scene.administrator, agentFlow([]))
  const node = { ...agentNode('codeInterpreterE2B_0', 'codeInterpreterE2B'), type: 'customNode' }
  await scene.administrator.expect(200, 'PUT', `/chatflows/${flowId}`, {
    flowData: JSON.stringify({ nodes: [node], edges: [] }),
  })
  const { repairs } = await scene.administrator.expect<{ repairs: { code: string; nodeId: string }[] }>(
    200,
    'GET',
    `/chatflows/${flowId}?view=document`,
  )
  expect(repairs).toContainEqual(
    expect.objectContaining({ code: 'node_differs', nodeId: 'codeInterpreterE2B_0' }),
  )
})

test('the calls of an OpenAPI document are tools, and its parts are listed from the file of the flow', async () => {
  const document = `openapi: 3.0.0
servers: [{ url: '${origin}/v1' }]
paths:
  /pets:
    post:
      operationId: createPet
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } }
`
  const openApiFile = `data:application/yaml;base64,${Buffer.from(document).toString('base64')},filename:pets.yaml`
  const toolkit = { agentSelectedTool: 'openAPIToolkit', inputType: 'file', openApiFile }
  const flowId = await makeFlow(scene.administrator, agentFlow([tool('openAPIToolkit', toolkit)]))
  const pet = { RequestBody: { name: 'Rex' } }
  const { told } = await callTool(flowId, 'pets', ['create_pet', pet])
  expect(told).toBe('{"id":"p-1"}')
  expect(seen.at(-1)).toBe('POST /v1/pets {"name":"Rex"}')

  const node = { ...agentNode('openAPIToolkit_0', 'openAPIToolkit', { openApiFile }), type: 'customNode' }
  await scene.administrator.expect(200, 'PUT', `/chatflows/${flowId}`, {
    flowData: JSON.stringify({ nodes: [node], edges: [] }),
  })
  const list = (chatflowId?: string) =>
    scene.administrator.expect<{ name: string }[]>(200, 'POST', '/node-load-method/openAPIToolkit', {
      loadMethod: 'listEndpoints',
      inputs: { inputType: 'file', openApiFile: 'FILE-STORAGE::pets.yaml' },
      ...(chatflowId && { chatflowId }),
    })
  expect((await list(flowId)).map(({ name }) => name)).toEqual(['POST /pets'])
  expect(await list()).toEqual([])
  expect(await list(await makeFlow(scene.administrator, agentFlow([])))).toEqual([])
})
