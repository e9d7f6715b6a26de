import type { DatabaseKind } from '@runnel/db/testing'
import { agentEdge, agentNode, openAIConfig } from './example-flows.ts'
import { CLIENT, type FakeAccounts, startFakeAccounts } from './fake-accounts.ts'
import { makeFlow, startVendorServer, type VendorServer } from './make-flow.ts'
import type { TestAnswer, TestCaller } from './test-caller.ts'

/** What the beginning of a connection answers. */
export interface BegunConnection {
  authorizationUrl: string
  redirectUri: string
}

/** A server whose calls to vendors of accounts end at a fake. */
export interface AccountScene {
  vendor: VendorServer
  accounts: FakeAccounts
  logLines: string[]
  /** Another credential, connected to nothing. */
  makeGmail(fields?: Record<string, string>): Promise<string>
  begin(credentialId: string): Promise<BegunConnection>
  /** As a browser comes back from the vendor: with cookies, without our header. */
  comeBack(query: Record<string, string>, caller?: TestCaller): Promise<TestAnswer<string>>
  connect(credentialId: string): Promise<void>
  stateOf(credentialId: string): Promise<object>
  /** A flow with an agent that reads and sends mails of this account. */
  makeMailFlow(credentialId: string): Promise<string>
  /** Lets the model of such a flow call a tool; gives what the model was told. */
  askFor(flowId: string, name: string, input: object): Promise<string>
  stop(): Promise<void>
}

/** Starts all of it; stop it in `afterAll`. */
export async function startAccountScene(
  kind: DatabaseKind,
  env: Record<string, string> = {},
): Promise<AccountScene> {
  const accounts = await startFakeAccounts()
  const logLines: string[] = []
  const hosts = ['oauth2.googleapis.com', 'gmail.googleapis.com', 'login.microsoftonline.com']
  const vendor = await startVendorServer({
    kind,
    env,
    onLogLine: (line) => logLines.push(line),
    leads: Object.fromEntries(hosts.map((host) => [host, accounts.origin])),
  })
  const { administrator } = vendor

  const begin = (credentialId: string) =>
    administrator.expect<BegunConnection>(200, 'POST', `/oauth2-credential/authorize/${credentialId}`)
  const comeBack = (query: Record<string, string>, caller: TestCaller = administrator) =>
    caller.call<string>('GET', `/oauth2-credential/callback?${new URLSearchParams(query)}`, undefined, {
      'x-request-from': '',
      'sec-fetch-site': 'cross-site',
    })

  return {
    vendor,
    accounts,
    logLines,
    begin,
    comeBack,
    async makeGmail(fields = {}) {
      const plainDataObj = { ...CLIENT, scope: 'openid email', ...fields }
      const body = { name: 'My mails', credentialName: 'gmailOAuth2', plainDataObj }
      return (await administrator.expect<{ id: string }>(200, 'POST', '/credentials', body)).id
    },
    async connect(credentialId) {
      const { code, state } = accounts.consent((await begin(credentialId)).authorizationUrl)
      const page = await comeBack({ code, state })
      if (page.status !== 200) throw new Error(`The account was not connected: ${page.text}`)
    },
    async stateOf(credentialId) {
      const path = `/credentials/${credentialId}`
      return (await administrator.expect<{ connection: object }>(200, 'GET', path)).connection
    },
    makeMailFlow(credentialId) {
      const settings = { gmailType: 'messages', messageActions: '["listMessages","sendMessage"]' }
      const tool = { agentSelectedTool: 'gmail', ...settings, FLOWISE_CREDENTIAL_ID: credentialId }
      const agent = {
        agentModel: 'chatOpenAI',
        agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(vendor.vendor, vendor.credentialId) },
        agentTools: [{ agentSelectedTool: 'gmail', agentSelectedToolConfig: tool }],
      }
      return makeFlow(administrator, {
        nodes: [
          agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
          agentNode('agentAgentflow_0', 'agentAgentflow', agent, 'Clerk'),
        ],
        edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
      })
    },
    async askFor(flowId, name, input) {
      vendor.vendor.respondWith({ toolCalls: [{ id: 'call_1', name, input }] }, { text: 'Done.' })
      await administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'Mails?' })
      return JSON.stringify(vendor.vendor.requests.at(-1)?.body)
    },
    async stop() {
      await vendor.stop()
      await accounts.close()
    },
  }
}
