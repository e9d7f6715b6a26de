import type { RouteDefinition } from '@runnel/contract'
import type { FakeOpenAI } from '@runnel/providers/testing'
import { chiefFlow } from './approval-flows.ts'
import type { ServerPlace } from './by-hand.ts'
import { documentEntities } from './document-entities.ts'
import { replyFlow } from './example-flows.ts'
import { innerEntities, innerOrganizationEntities } from './inner-entities.ts'
import { makeCredential, makeFlow } from './make-flow.ts'
import { organizationEntities } from './organization-entities.ts'
import { create, type Ids, type TenantEntity } from './tenant-entity.ts'
import type { TestCaller } from './test-caller.ts'

/** A call that shares a thing of a workspace with others. */
const shareCall = (itemType: string, id: string) => ({
  method: 'POST',
  path: `/workspace/shared/${id}`,
  body: { itemType, workspaceIds: [] },
})

/** The id of the conversation in which every tenant's runs stand: ids of conversations are their callers' to choose. */
export const FOREIGN_CHAT = 'foreign-chat'

const NO_LIST = { added: [], removed: [], changed: [] }
/** What is saved by who changed nothing. */
export const NO_CHANGE = { nodes: NO_LIST, edges: NO_LIST }

const flowOf = (caller: TestCaller) => makeFlow(caller, replyFlow(), { name: 'Foreign flow' })

/** Every kind of thing of a tenant, by name. A new one joins here: every property of tenancy then holds for it. */
export const tenantEntities: Record<string, TenantEntity> = {
  flow: {
    of: 'workspace',
    routes:
      /^\/(chatflows|validation|chatmessage|internal-chatmessage|internal-prediction|vector|flow-config)\b/,
    lists: ['/chatflows', '/chatflows?search=Foreign', '/chatflows?view=summary'],
    calls: (id) => [
      { method: 'POST', path: '/runs', body: { flowId: id, input: { question: 'x' } } },
      { method: 'POST', path: '/chatflows', body: { name: 'taken', type: 'AGENTFLOW', copyOf: id } },
      { method: 'POST', path: '/marketplaces/custom', body: { name: 'taken', chatflowId: id } },
      {
        method: 'POST',
        path: '/node-load-method/chatOpenAI',
        body: { loadMethod: 'listModels', chatflowId: id },
      },
      { method: 'GET', path: `/executions?agentflowId=${id}` },
    ],
    make: flowOf,
  },
  version: {
    of: 'workspace',
    lists: [],
    calls: (baseVersionId, own) => [
      {
        method: 'POST',
        path: `/chatflows/${own.flow}/draft`,
        body: { diff: NO_CHANGE, viewport: null, baseVersionId, after: 0 },
      },
    ],
    async make(caller, { made }) {
      const path = `/chatflows/${made.flow ?? (await flowOf(caller))}`
      return (await caller.expect<{ headVersionId: string }>(200, 'GET', path)).headVersionId
    },
  },
  run: {
    of: 'workspace',
    routes: /^\/(executions|runs)\b/,
    lists: ['/executions?kind=all', '/executions?kind=all&agentflowName=Foreign'],
    calls: (id) => [
      { method: 'DELETE', path: '/executions', body: { executionIds: [id] } },
      { method: 'GET', path: `/executions?kind=all&id=${id}` },
    ],
    async make(caller, { made }) {
      const flow = made.flow ?? (await flowOf(caller))
      const body = { question: 'Foreign question', chatId: FOREIGN_CHAT }
      return (await caller.call('POST', `/internal-prediction/${flow}`, body)).headers.get('x-run-id') ?? ''
    },
  },
  message: {
    of: 'workspace',
    lists: [],
    calls: (id, own) =>
      ['GET /chatmessage', 'GET /internal-chatmessage', 'DELETE /chatmessage'].map((call) => {
        const [method = '', path] = call.split(' ')
        return { method, path: `${path}/${own.flow}?messageId=${id}` }
      }),
    async make(caller, { made }) {
      const path = `/internal-chatmessage/${made.flow ?? (await flowOf(caller))}`
      return (await caller.expect<{ id: string }[]>(200, 'GET', path))[0]?.id ?? ''
    },
  },
  question: {
    of: 'workspace',
    lists: [],
    calls: (waitId, own) => [
      {
        method: 'POST',
        path: '/runs',
        body: { flowId: own.flow, input: { humanInput: { type: 'proceed', waitId } }, chatId: FOREIGN_CHAT },
      },
    ],
    async make(caller) {
      const flow = await makeFlow(caller, chiefFlow(), { name: 'Foreign flow' })
      const body = { question: 'x', chatId: FOREIGN_CHAT }
      const { headers } = await caller.call('POST', `/internal-prediction/${flow}`, body)
      const { text } = await caller.call('GET', `/runs/${headers.get('x-run-id')}/events`)
      return /"waitId":"([^"]+)"/.exec(text)?.[1] ?? ''
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
    make: async (caller, { made }) =>
      create('/marketplaces/custom', {
        name: 'foreign',
        chatflowId: made.flow ?? (await flowOf(caller)),
      })(caller),
  },
  credential: {
    of: 'workspace',
    routes: /^\/(credentials|workspace\/shared)\b/,
    lists: ['/credentials', '/credentials?credentialName=openAIApi'],
    places: ['credentialId'],
    calls: (credential) => [
      {
        method: 'POST',
        path: '/node-load-method/chatOpenAI',
        body: { loadMethod: 'listModels', credential },
      },
      { method: 'GET', path: `/text-to-speech/voices?provider=openai&credentialId=${credential}` },
      {
        method: 'POST',
        path: '/text-to-speech/generate',
        body: { text: 'Foreign', provider: 'openai', credentialId: credential },
      },
      shareCall('credential', credential),
    ],
    make: (caller) => makeCredential(caller),
  },
  apiKey: {
    of: 'workspace',
    routes: /^\/apikey/,
    lists: ['/apikey', '/apikey?search=foreign'],
    calls: (apikeyid, own) => [
      { method: 'POST', path: '/chatflows', body: { name: 'x', type: 'CHATFLOW', apikeyid } },
      { method: 'PUT', path: `/chatflows/${own.flow}`, body: { apikeyid } },
    ],
    async make(caller) {
      const body = { keyName: 'foreign', permissions: ['tools:view'] }
      const keys = await caller.expect<{ id: string; isNew?: true }[]>(200, 'POST', '/apikey', body)
      return keys.find(({ isNew }) => isNew)?.id ?? ''
    },
  },
  ...documentEntities,
  ...innerEntities,
  ...organizationEntities,
  ...innerOrganizationEntities,
}

/** Places of paths that hold no id of a thing, with what fills them. */
const WORDS: Record<string, string> = {
  ...{ name: 'x', type: 'x', providerName: 'x', lastUpdatedDateTime: 'x', chatid: 'x', chatId: 'x' },
  // A name that several organisations may have; whose it is, is tried in organization-domains.test.ts.
  domain: 'foreign.example',
  // The number of a page, where others have the id of a chunk.
  'GET place': '1',
}

const wordAt = ({ method }: Pick<RouteDefinition, 'method'>, place: string) =>
  WORDS[place] ?? WORDS[`${method} ${place}`]

/** The kind of thing that stands in a place of a path; none where it is a word. @throws for a place that no kind knows */
export function kindOfPlace(
  route: Pick<RouteDefinition, 'method' | 'path'>,
  place: string,
): string | undefined {
  if (wordAt(route, place) !== undefined) return undefined
  const isId = /^(id|chatflowid|chatflowId)$/.test(place)
  const found = Object.entries(tenantEntities).find(([, { routes, places }]) =>
    isId ? routes?.test(route.path) : places?.includes(place),
  )
  if (!found) throw new Error(`No kind of thing in tenant-entities.ts stands at :${place} of ${route.path}`)
  return found[0]
}

/** The path of a route with its places filled: by ids of their kinds, words by something harmless. */
export function fillPath(
  route: Pick<RouteDefinition, 'method' | 'path'>,
  idOf: (kind: string, place: string) => string,
): string {
  return route.path.replaceAll(/:(\w+)/g, (_, place: string) => {
    const kind = kindOfPlace(route, place)
    return kind === undefined ? (wordAt(route, place) ?? '') : idOf(kind, place)
  })
}

/** One of each kind of thing for a caller who may do everything; a vendor may be called. */
export async function makeThings(
  caller: TestCaller,
  { of, vendor, server }: { of: readonly TenantEntity['of'][]; vendor: FakeOpenAI; server: ServerPlace },
): Promise<Ids> {
  const made: Ids = {}
  for (const [kind, entity] of Object.entries(tenantEntities)) {
    if (!of.includes(entity.of)) continue
    made[kind] = await entity.make(caller, { made, vendor, server })
    if (made[kind] === '') throw new Error(`The ${kind} that was made has no id.`)
  }
  return made
}
