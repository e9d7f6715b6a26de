import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_PREFIX, allRoutes, BLANK_MARKER, type RouteDefinition } from '@runnel/contract'
import { createPasswordReset } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, llmFlow } from '../testing/example-flows.ts'
import { readForCanvas, relabel } from '../testing/flow-changes.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const canaries = {
  key: 'sk-canary-1f9Qx7Lw2',
  renamed: 'sk-canary-renamed-88Zt',
  organization: 'org-not-secret-but-shown',
  password: ADMINISTRATOR.password,
}
const secrets = [canaries.key, canaries.renamed, canaries.password]

let scene: VendorServer
let credentialId: string
let flowId: string
let runId: string
const logLines: string[] = []

beforeAll(async () => {
  scene = await startVendorServer({ onLogLine: (line) => logLines.push(line) })
  const made = await scene.administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
    name: 'Canary',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: canaries.key },
  })
  credentialId = made.id
  flowId = await makeFlow(scene.administrator, llmFlow(scene.vendor, credentialId))
  const run = await scene.administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'x' })
  runId = run.headers.get('x-run-id') ?? ''
})

afterAll(() => scene.stop())

describe('a credential', () => {
  const path = () => `/credentials/${credentialId}`

  test('is shown with blanks where its secrets are', async () => {
    const shown = await scene.administrator.call<Record<string, unknown>>('GET', path())
    expect(shown.body.plainDataObj).toEqual({ openAIApiKey: BLANK_MARKER })
    for (const address of [
      path(),
      '/credentials',
      '/credentials?credentialName=openAIApi',
      '/credentials?page=1&limit=1',
    ])
      expect((await scene.administrator.call('GET', address)).text).not.toMatch(/encrypted|sealed|canary-/)
  })

  test('keeps what its editor sends back blank, and takes what is new', async () => {
    const use = async () => {
      await scene.administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'x' })
      return scene.vendor.requests.at(-1)?.headers.authorization
    }
    expect(await use()).toBe(`Bearer ${canaries.key}`)
    await scene.administrator.expect(200, 'PUT', path(), {
      name: 'Renamed',
      plainDataObj: { openAIApiKey: BLANK_MARKER },
    })
    expect(await use()).toBe(`Bearer ${canaries.key}`)
    await scene.administrator.expect(200, 'PUT', path(), { plainDataObj: { openAIApiKey: canaries.renamed } })
    expect(await use()).toBe(`Bearer ${canaries.renamed}`)
  })

  test('is never made of blanks', async () => {
    const answer = await scene.administrator.call('POST', '/credentials', {
      name: 'x',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: BLANK_MARKER },
    })
    expect(answer.status).toBe(400)
  })

  test('takes nothing that the server sets', async () => {
    for (const [field, value] of Object.entries({
      workspaceId: flowId,
      id: flowId,
      createdBy: 'x',
      sealed: 'x',
    }))
      expect((await scene.administrator.call('PUT', path(), { [field]: value })).status, field).toBe(400)
  })
})

test('a draft gives no consent that a key goes to its base URL: only a save does', async () => {
  const { administrator, vendor } = scene
  const flowData = JSON.stringify(llmFlow(vendor, credentialId))
  const imported = await administrator.expect<{ id: string }>(200, 'POST', '/chatflows', {
    name: 'From elsewhere',
    type: 'AGENTFLOW',
    flowData,
  })
  const flow = await readForCanvas(administrator, imported.id)
  const draft = {
    baseVersionId: flow.headVersionId,
    after: 0,
    viewport: null,
    diff: relabel(flow.document, 'llmAgentflow_0', 'Mine'),
  }
  await administrator.expect(200, 'POST', `/chatflows/${flow.id}/draft`, draft)
  const ask = { question: 'x', useDraft: true }
  const path = `/internal-prediction/${flow.id}`
  const before = vendor.requests.length
  const refused = await administrator.call<{ code: string }>('POST', path, ask)
  expect(refused.body.code).toBe('credential_host_mismatch')
  expect(vendor.requests).toHaveLength(before)
  const saved = await administrator.call(
    'PATCH',
    `/chatflows/${flow.id}`,
    { diff: draft.diff },
    {
      'if-match': `"${flow.revision}"`,
    },
  )
  expect(saved.status).toBe(200)
  expect((await administrator.call('POST', path, { question: 'x' })).status).toBe(200)
  expect(vendor.requests.length).toBeGreaterThan(before)
})

test('no answer, no file, no refusal and no line of the log holds a secret', async () => {
  const fill = (text: string) => {
    const id = /^\/credentials/.test(text) ? credentialId : /^\/(executions|runs)/.test(text) ? runId : flowId
    return text
      .replace(':name', 'openAIApi')
      .replace(':type', 'API_KEY')
      .replace(/:(id|chatflowid)\b/, id)
      .replace(/:\w+/, 'x')
  }
  const gets = (Object.values(allRoutes) as RouteDefinition[]).filter(({ method }) => method === 'GET')
  for (const caller of [scene.administrator, scene.server.anonymous()]) {
    for (const route of gets) {
      const answer = await caller.call('GET', `${API_PREFIX}${fill(route.path)}`)
      for (const secret of secrets) expect(answer.text, route.path).not.toContain(secret)
    }
    for (const [method, path, body] of [
      [
        'POST',
        '/credentials',
        { name: 5, credentialName: 'openAIApi', plainDataObj: { openAIApiKey: canaries.key } },
      ],
      ['POST', '/credentials', `{"plainDataObj":{"openAIApiKey":"${canaries.key}"`],
      [
        'POST',
        '/credentials',
        { name: 'x', credentialName: 'nonsense', plainDataObj: { openAIApiKey: canaries.key } },
      ],
      ['POST', '/auth/login', { email: ADMINISTRATOR.email, password: `${canaries.password}x` }],
      ['POST', '/auth/login', { email: [canaries.password], password: canaries.password }],
      ['POST', '/chatflows', { name: 'x', nonsense: canaries.key }],
    ] as const) {
      const answer = await caller.call(method, path, body)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      for (const secret of secrets) expect(answer.text, path).not.toContain(secret)
    }
  }
  for (const secret of secrets) expect(logLines.filter((line) => line.includes(secret))).toEqual([])
})

test('an exported flow names no credential', async () => {
  const file = await scene.administrator.call('GET', `/chatflows/${flowId}/export`)
  expect(file.status).toBe(200)
  expect(file.text).not.toContain(credentialId)
  expect(file.text).toContain('llmAgentflow_0')
})

test('what anybody may ask about a flow holds its looks and its form, and nothing of its nodes', async () => {
  const chatbotConfig = JSON.stringify({ title: 'Bot', starterPrompts: { 0: { prompt: 'Hi' } } })
  const flow = llmFlow(scene.vendor, credentialId)
  const id = await makeFlow(scene.administrator, flow, { chatbotConfig })
  const ask = (path: string) => scene.server.anonymous().call<Record<string, unknown>>('GET', `${path}/${id}`)
  const config = await ask('/public-chatbotConfig')
  expect(Object.keys(config.body).sort()).toEqual([
    'flowData',
    'isTTSEnabled',
    'starterPrompts',
    'title',
    'uploads',
  ])
  expect(JSON.parse(String(config.body.flowData))).toEqual({
    nodes: [
      {
        id: 'startAgentflow_0',
        data: { id: 'startAgentflow_0', name: 'startAgentflow', inputs: { startInputType: 'chatInput' } },
      },
    ],
    edges: [],
  })
  for (const path of ['/public-chatbotConfig', '/chatflows-streaming', '/chatflows-uploads'])
    for (const hidden of [credentialId, scene.vendor.host, 'llmAgentflow', 'gpt-4o-mini'])
      expect((await ask(path)).text, path).not.toContain(hidden)
})

test('who signs in is told of no hash and no token', async () => {
  const { email, password } = ADMINISTRATOR
  const caller = scene.server.anonymous()
  const answers = [
    await caller.call('POST', '/auth/login', { email, password }),
    await caller.call('GET', '/auth/session'),
    await caller.call('POST', '/auth/refreshToken', {}),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/argon2|hash|credential"|tempToken|resetToken/i)
    for (const cookie of caller.cookies.values()) expect(text).not.toContain(cookie)
  }
})

describe('a key of a vendor', () => {
  let foreign: Server
  let foreignHost: string
  const seen: (string | undefined)[] = []

  beforeAll(async () => {
    foreign = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    foreignHost = `127.0.0.1:${(foreign.address() as AddressInfo).port}`
  })

  afterAll(() => {
    foreign.close()
  })

  const changed = (basepath: string) => {
    const flow = llmFlow(scene.vendor, credentialId)
    const inputs = flow.nodes[1]?.data.inputs as { llmModelConfig: Record<string, unknown> }
    inputs.llmModelConfig.basepath = basepath
    return JSON.stringify(flow)
  }

  test('does not follow a base URL that somebody without the right to edit credentials saved', async () => {
    const editor = await scene.server.withKey(['agentflows:update', 'agentflows:view'])
    await editor.expect(200, 'PUT', `/chatflows/${flowId}`, { flowData: changed(`http://${foreignHost}/v1`) })
    const answer = await scene.server
      .anonymous()
      .call<{ message: string; code: string }>('POST', `/prediction/${flowId}`, { question: 'x' })
    expect(answer.status).toBe(500)
    expect(answer.body.message).toMatch(
      /llmAgentflow_0.*nobody with the right to edit credentials has confirmed/,
    )
    expect(answer.body.code).toBe('credential_host_mismatch')
    expect(seen).toEqual([])
  })

  test('does not follow it inside a flow whose own author agreed to the host', async () => {
    const own = llmFlow(scene.vendor, credentialId)
    const inputs = own.nodes[1]?.data.inputs as { llmModelConfig: Record<string, unknown> }
    inputs.llmModelConfig.basepath = `http://${foreignHost}/v1`
    const inner = agentNode('executeFlowAgentflow_0', 'executeFlowAgentflow', {
      executeFlowSelectedFlow: flowId,
      executeFlowInput: 'x',
    })
    const flowData = JSON.stringify({
      nodes: [...own.nodes, inner],
      edges: [
        agentEdge('startAgentflow_0', 'executeFlowAgentflow_0'),
        agentEdge('executeFlowAgentflow_0', 'llmAgentflow_0'),
      ],
    })
    const outer = await makeFlow(scene.administrator, { nodes: own.nodes, edges: own.edges })
    await scene.administrator.expect(200, 'PUT', `/chatflows/${outer}`, { flowData })
    const answer = await scene.server
      .anonymous()
      .call<{ message: string; code: string }>('POST', `/prediction/${outer}`, { question: 'x' })
    expect(answer.body.code).toBe('credential_host_mismatch')
    expect(seen).toEqual([])
  })

  test('does not follow an imported file’s base URL until it was confirmed by a save', async () => {
    const imported = await scene.administrator.expect<{ id: string }>(200, 'POST', '/chatflows', {
      name: 'Imported',
      type: 'AGENTFLOW',
      flowData: changed(scene.vendor.baseURL),
    })
    const before = scene.vendor.callCount
    const ask = () => scene.server.anonymous().call('POST', `/prediction/${imported.id}`, { question: 'x' })
    expect([(await ask()).status, scene.vendor.callCount]).toEqual([500, before])
    await scene.administrator.expect(200, 'PUT', `/chatflows/${imported.id}`, {
      flowData: changed(scene.vendor.baseURL),
    })
    expect((await ask()).status).toBe(200)
  })
})

describe('a lost password', () => {
  const reset = (body: object) =>
    scene.server.anonymous().call('POST', '/account/reset-password', { user: body })
  const next = 'Another-Horse-7'

  test('is replaced by a token once, and every session ends [S7-ACC-06]', async () => {
    const { token, email } = await createPasswordReset(scene.server.context, ADMINISTRATOR.email)
    for (const tempToken of ['x', `${token}x`, token.slice(1)])
      expect((await reset({ email, tempToken, password: next })).status).toBe(400)
    for (const tempToken of [null, '', [], {}, undefined])
      expect((await reset({ email, tempToken, password: next })).status).toBe(400)
    expect((await reset({ email, tempToken: token, password: 'weak' })).status).toBe(400)
    await scene.administrator.expect(200, 'GET', '/auth/session')
    const answers = await Promise.all([1, 2].map(() => reset({ email, tempToken: token, password: next })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await scene.administrator.call('GET', '/auth/session')).status).toBe(401)
    const login = (password: string) =>
      scene.server.anonymous().call('POST', '/auth/login', { email, password })
    expect([(await login(ADMINISTRATOR.password)).status, (await login(next)).status]).toEqual([401, 200])
  })
})
