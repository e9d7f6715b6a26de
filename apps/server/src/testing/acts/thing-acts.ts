import type { McpServer } from '@runnel/contract'
import type { TestMcpServer } from '@runnel/drivers/testing'
import { expect } from 'vitest'
import type { AccountScene } from '../account-scene.ts'
import { replyFlow } from '../example-flows.ts'
import { makeCredential, makeFlow } from '../make-flow.ts'
import type { TestCaller } from '../test-caller.ts'
import { type Act, type ActScene, type Acts, UNTOLD } from './act.ts'

/** What things of a workspace are tried with, beside a server and its administrator. */
export interface ThingScene extends ActScene {
  accounts: AccountScene
  mcp: TestMcpServer
}

const make = async (caller: TestCaller, path: string, body: object) =>
  (await caller.expect<{ id: string }>(200, 'POST', path, body)).id

/** What can be made by a call, changed, and deleted. */
interface Thing {
  path: string
  body: object
  change: object
  subject: object
  made: object
  changed: { before: object; after: object }
  gone: object
}

const tool: Thing = {
  path: '/tools',
  body: { name: 'look', description: 'Looks', color: '#fff', func: `return "${UNTOLD}"` },
  change: { description: 'Sees', func: `return "${UNTOLD} 2"` },
  subject: { subjectKind: 'custom-tool', subjectName: 'look' },
  made: { name: 'look', description: 'Looks' },
  changed: { before: {}, after: { name: 'look', hasNewCode: true, hasNewInputs: false } },
  gone: { name: 'look', description: 'Sees' },
}

const variable: Thing = {
  path: '/variables',
  body: { name: 'unit', value: UNTOLD, type: 'static' },
  change: { value: `${UNTOLD} 2` },
  subject: { subjectKind: 'variable', subjectName: 'unit' },
  made: { name: 'unit', type: 'static' },
  changed: { before: { name: 'unit' }, after: { name: 'unit', hasNewValue: true } },
  gone: { name: 'unit', type: 'static' },
}

const mcpServer: Thing = {
  path: '/custom-mcp-servers',
  body: {
    name: 'Teas',
    serverUrl: `https://tea.example/${UNTOLD}`,
    authType: 'CUSTOM_HEADERS',
    authConfig: { headers: { 'x-key': UNTOLD } },
  },
  change: { authType: 'NONE' },
  subject: { subjectKind: 'mcp-server', subjectName: 'Teas' },
  made: { name: 'Teas', origin: 'https://tea.example', headers: ['x-key'] },
  changed: { before: { headers: ['x-key'] }, after: { headers: [] } },
  gone: { name: 'Teas', origin: 'https://tea.example' },
}

const credential: Thing = {
  path: '/credentials',
  body: { name: 'Vendor', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: UNTOLD } },
  change: { name: 'Seller', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: `${UNTOLD} 2` } },
  subject: { subjectKind: 'credential' },
  made: { name: 'Vendor', credentialName: 'openAIApi', fields: ['openAIApiKey'] },
  changed: { before: { name: 'Vendor' }, after: { name: 'Seller' } },
  gone: { name: 'Seller', credentialName: 'openAIApi' },
}

type Kind = 'credential' | 'custom-tool' | 'mcp-server' | 'variable'

/** Made once by the tests of each act: names of some things are taken once. */
const lifeOf = (kind: Kind, { path, body, change, subject, made, changed, gone }: Thing) => {
  const of = (id: string) => `${path}/${id}`
  const remove = (caller: TestCaller, id: string) => caller.expect(200, 'DELETE', of(id))
  const created: Act<ActScene> = {
    action: `${kind}.created`,
    ready: async ({ administrator }) => ({
      path,
      body,
      told: { ...subject, after: made },
      tidy: (answer) => remove(administrator, (answer.body as { id: string }).id),
    }),
  }
  const updated: Act<ActScene> = {
    action: `${kind}.updated`,
    async ready({ administrator }) {
      const id = await make(administrator, path, body)
      return {
        path: of(id),
        body: change,
        told: { ...subject, subjectId: id, ...changed },
        tidy: () => remove(administrator, id),
      }
    },
  }
  const deleted: Act<ActScene> = {
    action: `${kind}.deleted`,
    async ready({ administrator }) {
      const id = await make(administrator, path, body)
      await administrator.expect(200, 'PUT', of(id), change)
      return { path: of(id), told: { ...subject, subjectId: id, before: gone } }
    },
  }
  return { created: [created], updated: [updated], deleted: [deleted] }
}

const tools = lifeOf('custom-tool', tool)
const variables = lifeOf('variable', variable)
const mcpServers = lifeOf('mcp-server', mcpServer)
const credentials = lifeOf('credential', credential)

const key = { keyName: 'Robot', permissions: ['chatflows:view'] }
async function makeKey(caller: TestCaller) {
  const keys = await caller.expect<{ id: string; isNew?: true }[]>(200, 'POST', '/apikey', key)
  return keys.find(({ isNew }) => isNew)?.id ?? ''
}

const connected = async ({ accounts }: ThingScene) => {
  const id = await accounts.makeGmail()
  await accounts.connect(id)
  return id
}

const template = async ({ administrator }: ActScene) =>
  make(administrator, '/marketplaces/custom', {
    name: 'Tea for all',
    description: 'A way to tea',
    chatflowId: await makeFlow(administrator, replyFlow(), { name: 'Tea' }),
  })
const templateTold = { name: 'Tea for all', description: 'A way to tea', type: 'AgentflowV2' }

/** What is done to what a workspace keeps for its flows. */
export const thingActs: Acts<ThingScene> = {
  createCustomTool: tools.created,
  updateCustomTool: tools.updated,
  deleteCustomTool: tools.deleted,
  createVariable: variables.created,
  updateVariable: variables.updated,
  deleteVariable: variables.deleted,
  createMcpServer: mcpServers.created,
  updateMcpServer: mcpServers.updated,
  deleteMcpServer: mcpServers.deleted,
  createCredential: credentials.created,
  updateCredential: credentials.updated,
  deleteCredential: credentials.deleted,
  authoriseMcpServer: [
    {
      action: 'mcp-server.updated',
      async ready({ administrator, mcp }) {
        const body = { name: 'Adder', serverUrl: `${mcp.origin}/mcp`, authType: 'NONE' }
        const { id } = await administrator.expect<McpServer>(200, 'POST', '/custom-mcp-servers', body)
        const told = {
          subjectName: 'Adder',
          before: { status: 'PENDING', tools: 0 },
          after: { status: 'AUTHORIZED', tools: expect.any(Number) },
        }
        return { path: `/custom-mcp-servers/${id}/authorize`, told }
      },
    },
  ],
  createApiKey: [
    {
      action: 'api-key.created',
      ready: async () => ({ path: '/apikey', body: key, told: { subjectName: 'Robot', after: key } }),
    },
  ],
  updateApiKey: [
    {
      action: 'api-key.updated',
      async ready({ administrator }) {
        const told = { before: { keyName: 'Robot' }, after: { keyName: 'Robot 2' } }
        return { path: `/apikey/${await makeKey(administrator)}`, body: { keyName: 'Robot 2' }, told }
      },
    },
  ],
  deleteApiKey: [
    {
      action: 'api-key.deleted',
      async ready({ administrator }) {
        const id = await makeKey(administrator)
        return { path: `/apikey/${id}`, told: { subjectId: id, before: key } }
      },
    },
  ],
  authoriseCredential: [
    {
      action: 'credential.connected',
      async ready({ accounts }) {
        const id = await accounts.makeGmail()
        return {
          path: `/oauth2-credential/authorize/${id}`,
          told: { subjectId: id, after: { account: 'ada@example.com', vendor: 'oauth2.googleapis.com' } },
          async goOn({ body }) {
            const { code, state } = accounts.accounts.consent(
              (body as { authorizationUrl: string }).authorizationUrl,
            )
            expect((await accounts.comeBack({ code, state })).status).toBe(200)
          },
        }
      },
    },
  ],
  refreshConnection: [
    {
      action: 'credential.renewed',
      async ready(scene) {
        const id = await connected(scene)
        const told = { account: 'ada@example.com', expires: expect.any(String) }
        return {
          path: `/oauth2-credential/refresh/${id}`,
          told: { subjectId: id, before: told, after: told },
        }
      },
    },
  ],
  disconnectAccount: [
    {
      action: 'credential.disconnected',
      async ready(scene) {
        const id = await connected(scene)
        return {
          path: `/oauth2-credential/${id}`,
          told: { subjectId: id, before: { account: 'ada@example.com' } },
        }
      },
    },
  ],
  createCustomTemplate: [
    {
      action: 'template.created',
      async ready({ administrator }) {
        const chatflowId = await makeFlow(administrator, replyFlow(), { name: 'Tea' })
        const body = { name: 'Tea for all', description: 'A way to tea', chatflowId }
        const told = { subjectName: 'Tea for all', after: { ...templateTold, flow: chatflowId } }
        return { path: '/marketplaces/custom', body, told }
      },
    },
  ],
  deleteCustomTemplate: [
    {
      action: 'template.deleted',
      async ready(scene) {
        const id = await template(scene)
        return { path: `/marketplaces/custom/${id}`, told: { subjectId: id, before: templateTold } }
      },
    },
  ],
  replaceShares: [
    {
      action: 'shares.changed',
      async ready({ administrator, server }) {
        const me = await administrator.expect<{ activeOrganizationId: string }>(200, 'GET', '/auth/session')
        const branch = await server.context.db
          .organization(me.activeOrganizationId)
          .write((writer) => writer.insertWorkspace({ name: `Branch ${crypto.randomUUID()}` }))
        const id = await makeCredential(administrator)
        return {
          path: `/workspace/shared/${id}`,
          body: { itemType: 'credential', workspaceIds: [branch] },
          told: {
            subjectKind: 'credential',
            subjectName: 'The vendor',
            before: { sharedWith: [] },
            after: { sharedWith: [expect.stringContaining('Branch')] },
          },
        }
      },
    },
  ],
}
