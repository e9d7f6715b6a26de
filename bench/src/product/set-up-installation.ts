import { type Client, createClient } from '@runnel/client'
import { API_PREFIX } from '@runnel/contract'
import { type FlowModel, llmFlow, replyFlow } from './bench-flows.ts'

/** The account of every installation of the bench. */
export const ADMINISTRATOR = { name: 'Bench', email: 'bench@example.com', password: 'Bench-Password-1' }
const PERMISSIONS = [
  'credentials:create',
  'credentials:update',
  'agentflows:create',
  'agentflows:update',
  'chatflows:view',
  'agentflows:view',
  'chatflows:create',
  'executions:view',
  'documentStores:view',
  'documentStores:create',
  'documentStores:preview-process',
  'documentStores:upsert-config',
]

/** A fresh server with an administrator and a key. */
export interface Installation {
  origin: string
  client: Client
  /** As the administrator in a browser. */
  session: Client
  headers: Record<string, string>
  credentialId: string
  /** Makes a flow of `count` LLM steps, or of a direct reply with 0, and gives the address that runs it. */
  createFlow(count: number, baseUrl: string, choices?: { remembers?: boolean }): Promise<FlowAddress>
  /** Makes a flow of a document in the reference's wire form. */
  addFlow(name: string, flowData: string): Promise<FlowAddress>
}

/** Where a flow is asked. */
export interface FlowAddress {
  id: string
  url: string
}

/** A fetch that keeps the cookies of a session. */
export function keepCookies(): typeof fetch {
  const cookies = new Map<string, string>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return response
  }
}

/** Makes the first administrator and signs in; gives a fetch that keeps the session's cookies. */
export async function signInFirst(origin: string): Promise<typeof fetch> {
  const send = keepCookies()
  const client = createClient({ baseUrl: origin, fetch: send })
  const { name, email, password } = ADMINISTRATOR
  await client.register({ body: { user: { name, email, credential: password } } })
  await client.login({ body: { email, password } })
  return send
}

/** Sets a fresh server up as an operator would, through its API. */
export async function setUpInstallation(origin: string): Promise<Installation> {
  const session = createClient({ baseUrl: origin, fetch: await signInFirst(origin) })
  const keys = await session.createApiKey({ body: { keyName: 'bench', permissions: PERMISSIONS } })
  const key = keys.find(({ keyName }) => keyName === 'bench')?.apiKey
  if (key === undefined) throw new Error('The new API key was not shown.')
  const headers = { authorization: `Bearer ${key}` }
  const client = createClient({ baseUrl: origin, headers })
  const credential = await client.createCredential({
    body: { name: 'vendor', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-bench' } },
  })
  const addFlow = async (name: string, flowData: string) => {
    const flow = await client.createChatflow({ body: { name, type: 'AGENTFLOW', flowData } })
    return { id: flow.id, url: `${origin}${API_PREFIX}/prediction/${flow.id}` }
  }
  return {
    origin,
    client,
    session,
    headers,
    credentialId: credential.id,
    createFlow(count, baseUrl, choices = {}) {
      const model: FlowModel = { baseUrl, credentialId: credential.id, ...choices }
      return addFlow(`bench ${count}`, count === 0 ? replyFlow() : llmFlow(model, count))
    },
    addFlow,
  }
}
