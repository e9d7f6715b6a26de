import type { DatabaseKind } from '@runnel/db/testing'
import { startMcpServer, type TestMcpServer } from '@runnel/drivers/testing'
import type { BegunConnection } from './account-scene.ts'
import { type FakeSignIn, startFakeSignIn } from './fake-sign-in.ts'
import { makeFlow, startVendorServer, type VendorServer } from './make-flow.ts'
import { mcpAgentFlow } from './mcp-flows.ts'
import type { TestAnswer, TestCaller } from './test-caller.ts'

/** A real MCP server that wants a token, its sign-in server, another one of each, and a model that calls a tool. */
export interface SignInScene {
  vendor: VendorServer
  signIn: FakeSignIn
  /** The sign-in server of somebody else. */
  other: FakeSignIn
  mcp: TestMcpServer
  /** Another MCP server, which takes anything and notes what it is shown. */
  stranger: TestMcpServer
  /** What the MCP server says of itself beside, or in place of, what is true. */
  says: Record<string, unknown>
  logLines: string[]
  /** Another credential for the MCP server, connected to nothing. */
  makeCredential(fields?: Record<string, string>): Promise<string>
  begin(credentialId: string): Promise<TestAnswer<BegunConnection & { message: string }>>
  comeBack(query: Record<string, string>, caller?: TestCaller): Promise<TestAnswer<string>>
  connect(credentialId: string): Promise<void>
  stateOf(credentialId: string): Promise<object>
  /** Runs an agent that adds two and three with a tool of a server; gives its answer, or what went wrong. */
  add(credentialId: string, server?: TestMcpServer): Promise<string>
  stop(): Promise<void>
}

/** The model calls the tool, and tells what it gave. */
function callAdd({ body }: { body: unknown }) {
  const { messages = [] } = body as { messages?: { role: string; content?: unknown }[] }
  const result = messages.find(({ role }) => role === 'tool')
  if (result) return { text: `It is ${String(result.content)}` }
  return { toolCalls: [{ id: 'call_1', name: 'add', input: { a: 2, b: 3 } }] }
}

/** Runs an agent that may call `add` of a server; gives its answer, or what went wrong. */
async function runAgent(
  { administrator, vendor, credentialId }: VendorServer,
  key: string,
  { origin }: TestMcpServer,
): Promise<string> {
  const settings = {
    mcpServerConfig: JSON.stringify({ url: `${origin}/mcp` }),
    mcpActions: '["add"]',
    FLOWISE_CREDENTIAL_ID: key,
  }
  const flowId = await makeFlow(administrator, mcpAgentFlow(vendor, credentialId, [settings]))
  const asked = { question: 'Two and three?', chatId: crypto.randomUUID() }
  const path = `/internal-prediction/${flowId}`
  const { body } = await administrator.call<{ text?: string; message?: string }>('POST', path, asked)
  return body.text ?? body.message ?? ''
}

/** Starts all of it; stop it in `afterAll`. */
export async function startSignInScene(kind: DatabaseKind): Promise<SignInScene> {
  const [signIn, other] = [await startFakeSignIn(), await startFakeSignIn()]
  const says: Record<string, unknown> = {}
  const place = '/.well-known/oauth-protected-resource/mcp'
  const mcp: TestMcpServer = await startMcpServer({
    takes: (token) => signIn.access.get(token) === `${mcp.origin}/mcp`,
    challenge: () => `Bearer resource_metadata="${mcp.origin}${place}", scope="tea"`,
    page: (path) =>
      path === place
        ? { resource: `${mcp.origin}/mcp`, authorization_servers: [signIn.origin], ...says }
        : undefined,
  })
  const stranger = await startMcpServer()
  const logLines: string[] = []
  const hosts = [signIn, other, mcp, stranger].map(({ origin }) => new URL(origin).host)
  const vendor = await startVendorServer({
    kind,
    env: { EGRESS_ALLOW: hosts.join(',') },
    onLogLine: (line) => logLines.push(line),
    respond: callAdd,
  })
  const { administrator } = vendor

  const begin: SignInScene['begin'] = (id) => administrator.call('POST', `/oauth2-credential/authorize/${id}`)
  const comeBack: SignInScene['comeBack'] = (query, caller = administrator) =>
    caller.call('GET', `/oauth2-credential/callback?${new URLSearchParams(query)}`, undefined, {
      'x-request-from': '',
      'sec-fetch-site': 'cross-site',
    })

  return {
    vendor,
    signIn,
    other,
    mcp,
    stranger,
    says,
    logLines,
    begin,
    comeBack,
    async makeCredential(fields = {}) {
      const plainDataObj = { serverUrl: `${mcp.origin}/mcp`, ...fields }
      const body = { name: 'Tea house', credentialName: 'mcpOAuth2', plainDataObj }
      return (await administrator.expect<{ id: string }>(200, 'POST', '/credentials', body)).id
    },
    async connect(credentialId) {
      const { body } = await begin(credentialId)
      const page = await comeBack(signIn.consent(body.authorizationUrl))
      if (page.status !== 200) throw new Error(`The account was not connected: ${page.text}`)
    },
    async stateOf(credentialId) {
      const path = `/credentials/${credentialId}`
      return (await administrator.expect<{ connection: object }>(200, 'GET', path)).connection
    },
    add: (credentialId, server = mcp) => runAgent(vendor, credentialId, server),
    async stop() {
      await vendor.stop()
      for (const server of [signIn, other, mcp, stranger]) await (server as TestMcpServer).close()
    },
  }
}
