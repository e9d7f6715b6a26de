import { replyFlow } from './example-flows.ts'
import { makeCredential, makeFlow } from './make-flow.ts'
import type { TestCaller } from './test-caller.ts'

/** A kind of thing that belongs to one tenant: how one is made, and where others must not meet it. */
export interface TenantEntity {
  /** Whose it is: a workspace's own, or an organisation's, whose administrators may reach all its workspaces. */
  of: 'workspace' | 'organization'
  /** The routes whose `:id` names one. */
  routes?: RegExp
  /** Calls that name one elsewhere than in their path. */
  calls?: (id: string) => { method: string; path: string; body?: object }[]
  /** Lists in which another tenant must not find it. */
  lists: string[]
  /** Makes one for a caller who may do everything, and gives its id. */
  make(caller: TestCaller): Promise<string>
}

const create =
  (path: string, body: object, status = 200) =>
  async (caller: TestCaller) =>
    (await caller.expect<{ id: string }>(status, 'POST', path, body)).id

/** A call that shares a thing of a workspace with others. */
const shareCall = (itemType: string, id: string) => ({
  method: 'POST',
  path: `/workspace/shared/${id}`,
  body: { itemType, workspaceIds: [] },
})

const flowOf = (caller: TestCaller) => makeFlow(caller, replyFlow(), { name: 'Foreign flow' })

/** Every kind of thing of a tenant, by name. A new one joins here: every property of tenancy then holds for it. */
export const tenantEntities: Record<string, TenantEntity> = {
  flow: {
    of: 'workspace',
    routes:
      /^\/(chatflows|validation|chatmessage|internal-chatmessage|internal-prediction|vector|flow-config)\b/,
    lists: ['/chatflows', '/chatflows?search=Foreign', '/chatflows?view=summary'],
    make: flowOf,
  },
  run: {
    of: 'workspace',
    routes: /^\/(executions|runs)\b/,
    lists: ['/executions?kind=all', '/executions?kind=all&agentflowName=Foreign'],
    calls: (id) => [{ method: 'DELETE', path: '/executions', body: { executionIds: [id] } }],
    async make(caller) {
      const flow = await flowOf(caller)
      const body = { question: 'x', chatId: 'c' }
      return (await caller.call('POST', `/internal-prediction/${flow}`, body)).headers.get('x-run-id') ?? ''
    },
  },
  variable: {
    of: 'workspace',
    routes: /^\/variables/,
    lists: ['/variables', '/variables?search=foreign'],
    make: create('/variables', { name: 'foreign' }),
  },
  tool: {
    of: 'workspace',
    routes: /^\/tools/,
    lists: ['/tools', '/tools?search=foreign'],
    make: create('/tools', { name: 'foreign', description: 'Foreign.' }),
  },
  mcpServer: {
    of: 'workspace',
    routes: /^\/custom-mcp-servers/,
    lists: ['/custom-mcp-servers', '/custom-mcp-servers?search=foreign'],
    make: create('/custom-mcp-servers', { name: 'foreign', serverUrl: 'https://foreign.example/mcp' }),
  },
  template: {
    of: 'workspace',
    routes: /^\/marketplaces\/custom/,
    lists: ['/marketplaces/custom'],
    calls: (id) => [shareCall('custom_template', id)],
    make: async (caller) =>
      create('/marketplaces/custom', { name: 'foreign', chatflowId: await flowOf(caller) })(caller),
  },
  credential: {
    of: 'workspace',
    routes: /^\/(credentials|workspace\/shared)\b/,
    lists: ['/credentials', '/credentials?credentialName=openAIApi'],
    calls: (credential) => [
      {
        method: 'POST',
        path: '/node-load-method/chatOpenAI',
        body: { loadMethod: 'listModels', credential },
      },
      shareCall('credential', credential),
    ],
    make: makeCredential,
  },
  apiKey: {
    of: 'workspace',
    routes: /^\/apikey/,
    lists: ['/apikey'],
    async make(caller) {
      const body = { keyName: 'foreign', permissions: ['tools:view'] }
      const keys = await caller.expect<{ id: string; isNew?: true }[]>(200, 'POST', '/apikey', body)
      return keys.find(({ isNew }) => isNew)?.id ?? ''
    },
  },
  documentStore: {
    of: 'workspace',
    routes: /^\/(document-store|upsert-history)\b/,
    lists: ['/document-store/store', '/document-store/store?search=foreign'],
    make: create('/document-store/store', { name: 'foreign' }),
  },
  role: {
    of: 'organization',
    lists: ['/role'],
    calls: (id) => [
      { method: 'GET', path: `/role?id=${id}` },
      { method: 'PUT', path: '/role', body: { id, name: 'taken' } },
      { method: 'DELETE', path: `/role?id=${id}` },
    ],
    make: create('/role', { name: 'foreign', permissions: ['tools:view'] }, 201),
  },
  workspace: {
    of: 'organization',
    routes: /^\/workspace\b(?!\/shared)/,
    lists: ['/workspace', '/workspace?search=foreign'],
    calls: (id) => [
      { method: 'GET', path: `/workspace?id=${id}` },
      { method: 'PUT', path: '/workspace', body: { id, name: 'taken' } },
      { method: 'POST', path: `/workspace/switch?id=${id}` },
      { method: 'GET', path: `/workspaceuser?workspaceId=${id}` },
    ],
    make: create('/workspace', { name: 'foreign' }, 201),
  },
  provisioningToken: {
    of: 'organization',
    routes: /^\/provisioning\/token/,
    lists: ['/provisioning'],
    make: create('/provisioning/token', { name: 'foreign' }, 201),
  },
  provisionedGroup: {
    of: 'organization',
    routes: /^\/provisioning\/group/,
    lists: ['/provisioning/group', '/provisioning/group?search=foreign'],
    async make(caller) {
      const body = { name: 'to make a group' }
      const { token } = await caller.expect<{ token: string }>(201, 'POST', '/provisioning/token', body)
      const headers = { authorization: `Bearer ${token}` }
      const group = { displayName: 'foreign' }
      return (await caller.call<{ id: string }>('POST', '/scim/v2/Groups', group, headers)).body.id
    },
  },
}

const NOTHING = '22222222-3333-4444-8555-666666666666'

/** Puts an id into a path, and something harmless into its other places. */
export function pathWithId(path: string, id: string): string {
  return path
    .replace(/:(id|chatflowid)\b/, id)
    .replaceAll(/:\w+Id\b/g, NOTHING)
    .replace(/:\w+/, 'x')
}
