import type { DatabaseKind } from '@runnel/db/testing'
import { startMcpServer, type TestMcpServer } from '@runnel/drivers/testing'
import { makeFlow, startVendorServer, type VendorServer } from './make-flow.ts'
import { type McpSettings, mcpAgentFlow } from './mcp-flows.ts'

/** What a run answers, as far as the tests of MCP tools look at it. */
export interface TeaReply {
  text: string
  code?: string
  message?: string
  questions?: { waitId: string; action: { data: Record<string, unknown> } }[]
  agentFlowExecutedData?: { data: { output: { usedTools?: object[]; artifacts?: object[] } } }[]
}

/** The key of the server that wants one. */
export const TEA_KEY = 'tea-house-key-7'

/** A server with a fake model and two real MCP servers: one wants a key, one does not. */
export interface TeaHouse {
  locked: TestMcpServer
  open: TestMcpServer
  vendor: VendorServer
  /** The credential with the key. */
  keyId: string
  /** What the model does next: calls these, then tells what they gave. */
  plan: { name: string; input: object }[]
  ask(flowId: string, body?: object): Promise<TeaReply>
  /** Saves a flow of an agent with the tools of these servers. */
  ofAgent(...servers: McpSettings[]): Promise<string>
  /** What the editor offers to choose from. */
  loadActions(
    inputs: object,
    more?: object,
  ): Promise<{
    status: number
    body: { name: string; label: string; description?: string }[] & { message?: string }
  }>
  /** Forgets what the MCP servers noted. */
  reset(): void
  stop(): Promise<void>
}

/** Settings that lead to a server. */
export const configOf = (server: TestMcpServer, more: object = {}): string =>
  JSON.stringify({ url: `${server.origin}/mcp`, ...more })

interface Asked {
  body: { messages?: { role: string; content?: unknown }[] }
}

/** Opens all of it; stop it in `afterAll`. */
export async function openTeaHouse(kind: DatabaseKind, env: Record<string, string> = {}): Promise<TeaHouse> {
  const locked = await startMcpServer({ key: TEA_KEY })
  const open = await startMcpServer()
  const hosts = [locked, open].map(({ origin }) => new URL(origin).host).join(',')
  const respond = ({ body: { messages = [] } }: Asked) => {
    const asked = messages.findLastIndex(({ role }) => role === 'user')
    const results = messages.slice(asked).filter(({ role }) => role === 'tool')
    if (results.length > 0) return { text: results.map(({ content }) => String(content)).join(' | ') }
    return { toolCalls: house.plan.map((call, index) => ({ id: `call_${index}`, ...call })) }
  }
  const vendor = await startVendorServer({ kind, env: { ...env, EGRESS_ALLOW: hosts }, respond })
  const { administrator, credentialId } = vendor
  const { id: keyId } = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
    name: 'Tea house',
    credentialName: 'httpBearerToken',
    plainDataObj: { token: TEA_KEY },
  })
  const house: TeaHouse = {
    locked,
    open,
    vendor,
    keyId,
    plan: [],
    async ask(flowId, body = {}) {
      const asked = { question: 'Tea?', chatId: crypto.randomUUID(), ...body }
      return (await administrator.call<TeaReply>('POST', `/internal-prediction/${flowId}`, asked)).body
    },
    ofAgent: (...servers) => makeFlow(administrator, mcpAgentFlow(vendor.vendor, credentialId, servers)),
    loadActions: (inputs, more = {}) =>
      administrator.call('POST', '/node-load-method/customMCP', {
        loadMethod: 'listActions',
        inputs,
        ...more,
      }),
    reset() {
      for (const { notes } of [locked, open]) {
        for (const list of [notes.called, notes.headers, notes.booked, notes.tokens]) list.length = 0
        notes.addDescription = 'Adds two amounts'
      }
    },
    async stop() {
      await vendor.stop()
      await open.close()
      await locked.close()
    },
  }
  return house
}
