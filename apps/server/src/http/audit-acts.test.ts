import { type AuditAction, type AuditEntry, allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { verifyAudit } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runByHand } from '../testing/by-hand.ts'
import { makeCredential } from '../testing/make-flow.ts'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

const SECRET = 'never-in-the-log'
const UNKNOWN = '11111111-2222-4333-8444-555555555555'

/** What the acts are done to; each act finds what those before it left. */
interface Scene extends PeopleScene {
  ids: Record<string, string>
}

type Call = [method: string, path: string, body?: object]

/** What is only refused here, and what is done with a link, a password or a key: the tests of accounts and keys do it. */
type DoneElsewhere =
  | `${'account' | 'api-key' | 'credential' | 'email' | 'email-change' | 'invitation'}.${string}`
  | `${'passkey' | 'password' | 'password-reset' | 'recovery-codes' | 'second-factor'}.${string}`
  | `${'domain' | 'identity' | 'login-method'}.${string}`
  | `group.${string}`
  | 'organization.sign-on-changed'
  | 'flow.created'
  | 'flow.updated'
  | 'user.invited'
  | 'user.provisioned'
  | 'user.updated'

const role = (name: string) => ({ name, permissions: ['chatflows:view', 'variables:view'] })
const inWorkspace = ({ ids }: Scene) => ({ workspaceId: ids.workspace, userId: ids.member })
const member = ({ ids }: Scene) => ({ userId: ids.member })
const flow = ({ ids }: Scene, body: object): Call => ['PUT', `/chatflows/${ids.flow}`, body]
const memberOf = ({ organizationId, ids }: Scene, who: string) =>
  `/organizationuser?organizationId=${organizationId}&userId=${ids[who]}`

/** Every privileged act, in an order in which each can be done, and what its entry says beside its name. */
const acts: Record<Exclude<AuditAction, DoneElsewhere>, [(scene: Scene) => Call, object, keeps?: string]> = {
  'organization.renamed': [
    (scene) => ['PUT', '/organization', { id: scene.organizationId, name: 'Acme' }],
    { before: { name: 'Default Organization' }, after: { name: 'Acme' } },
  ],
  'name.changed': [
    ({ ids }) => ['PUT', '/user', { id: ids.administrator, name: 'Ada Again' }],
    { before: { name: 'Ada Admin' }, after: { name: 'Ada Again' } },
  ],
  'role.created': [() => ['POST', '/role', role('Reader')], { after: role('Reader') }, 'role'],
  'role.updated': [
    ({ ids }) => ['PUT', '/role', { id: ids.role, permissions: ['chatflows:view'] }],
    { subject: { kind: 'role', name: 'Reader' }, after: { permissions: ['chatflows:view'] } },
  ],
  'workspace.created': [
    () => ['POST', '/workspace', { name: 'Lab' }],
    { after: { name: 'Lab', description: null } },
    'workspace',
  ],
  'workspace.updated': [
    ({ ids }) => ['PUT', '/workspace', { id: ids.workspace, name: 'Laboratory' }],
    { before: { name: 'Lab' }, after: { name: 'Laboratory' } },
  ],
  'workspace-user.linked': [
    (scene) => ['POST', '/workspaceuser', { ...inWorkspace(scene), roleId: scene.ids.role }],
    { subject: { name: 'mia@example.com' }, after: { workspace: 'Laboratory', role: 'Reader' } },
  ],
  'workspace-user.updated': [
    (scene) => ['PUT', '/workspaceuser', { ...inWorkspace(scene), roleId: scene.ids.member_ }],
    { before: { role: 'Reader' }, after: { role: 'member' } },
  ],
  'workspace-user.unlinked': [
    ({ ids }) => ['POST', `/workspace/unlink-users/${ids.workspace}`, { userIds: [ids.member] }],
    { subject: { name: 'mia@example.com' }, before: { workspace: 'Laboratory', role: 'member' } },
  ],
  'workspace.deleted': [
    ({ ids }) => ['DELETE', `/workspace/${ids.workspace}`],
    { subject: { kind: 'workspace', name: 'Laboratory' } },
  ],
  'role.deleted': [({ ids }) => ['DELETE', `/role?id=${ids.role}`], { before: { name: 'Reader' } }],
  'administrator.given': [
    (scene) => ['PUT', '/organizationuser', { ...member(scene), roleId: scene.ids.owner_ }],
    { subject: { name: 'mia@example.com' } },
  ],
  'administrator.taken': [
    (scene) => ['PUT', '/organizationuser', { ...member(scene), roleId: scene.ids.member_ }],
    { subject: { name: 'mia@example.com' } },
  ],
  'user.barred': [
    (scene) => ['PUT', '/organizationuser', { ...member(scene), status: 'disable' }],
    { subject: { name: 'mia@example.com' } },
  ],
  'user.admitted': [
    (scene) => ['PUT', '/organizationuser', { ...member(scene), status: 'active' }],
    { subject: { name: 'mia@example.com' } },
  ],
  'user.removed': [
    (scene) => ['DELETE', memberOf(scene, 'member')],
    { subject: { name: 'mia@example.com' } },
  ],
  'user.added': [
    ({ ids }) => ['POST', '/organizationuser', { userId: ids.stray, roleId: ids.member_ }],
    { subject: { name: 'stray@example.com' }, after: { isOrganizationAdmin: false } },
  ],
  'shares.changed': [
    ({ ids }) => [
      'POST',
      `/workspace/shared/${ids.credential}`,
      { itemType: 'credential', workspaceIds: [ids.branch] },
    ],
    {
      subject: { kind: 'credential', name: 'The vendor' },
      before: { sharedWith: [] },
      after: { sharedWith: ['Branch'] },
    },
  ],
  'flow.imported': [
    () => ['POST', '/chatflows', { name: 'Tea', flowData: '{"nodes":[],"edges":[]}' }],
    { subject: { kind: 'flow', name: 'Tea' }, after: { type: 'CHATFLOW' } },
    'flow',
  ],
  'flow.published': [(scene) => flow(scene, { deployed: true }), { after: { deployed: true } }],
  'flow.unpublished': [(scene) => flow(scene, { deployed: false }), { after: { deployed: false } }],
  'flow.opened': [(scene) => flow(scene, { isPublic: true }), { before: { isPublic: false } }],
  'flow.closed': [(scene) => flow(scene, { isPublic: false }), { before: { isPublic: true } }],
  'flow.key-changed': [
    (scene) => flow(scene, { apikeyid: UNKNOWN }),
    { before: { apikeyid: null }, after: { apikeyid: UNKNOWN } },
  ],
  'flow.origins-changed': [
    (scene) => flow(scene, { chatbotConfig: '{"allowedOrigins":["https://a.example"]}' }),
    { before: { allowedOrigins: [] }, after: { allowedOrigins: ['https://a.example'] } },
  ],
  'flow.document-tags-changed': [
    ({ ids }) => ['PUT', `/chatflows/${ids.flow}/document-tags`, { tags: ['hr'] }],
    { before: { tags: [] }, after: { tags: ['hr'] } },
  ],
  'flow.deleted': [({ ids }) => ['DELETE', `/chatflows/${ids.flow}`], { subject: { name: 'Tea' } }],
  'variable.created': [
    () => ['POST', '/variables', { name: 'unit', value: SECRET, type: 'static' }],
    { after: { name: 'unit', type: 'static' } },
    'variable',
  ],
  'variable.updated': [
    ({ ids }) => ['PUT', `/variables/${ids.variable}`, { value: `${SECRET} 2` }],
    { after: { name: 'unit', type: 'static', hasNewValue: true } },
  ],
  'variable.deleted': [({ ids }) => ['DELETE', `/variables/${ids.variable}`], { subject: { name: 'unit' } }],
  'custom-tool.created': [
    () => ['POST', '/tools', { name: 'look', description: 'Looks', color: '#fff', func: `"${SECRET}"` }],
    { after: { name: 'look', description: 'Looks' } },
    'tool',
  ],
  'custom-tool.updated': [
    ({ ids }) => ['PUT', `/tools/${ids.tool}`, { func: `"${SECRET} 2"` }],
    { after: { name: 'look', hasNewCode: true, hasNewInputs: false } },
  ],
  'custom-tool.deleted': [({ ids }) => ['DELETE', `/tools/${ids.tool}`], { subject: { name: 'look' } }],
  'document-store.access-changed': [
    ({ ids }) => ['PUT', `/document-store/loader/${ids.store}/${ids.loader}/tags`, { tags: ['hr'] }],
    { subject: { kind: 'document-store', name: 'Books: Plain Text' }, after: { tags: ['hr'] } },
  ],
  'mcp-server.created': [
    () => [
      'POST',
      '/custom-mcp-servers',
      {
        name: 'Teas',
        serverUrl: `https://tea.example/${SECRET}`,
        authType: 'CUSTOM_HEADERS',
        authConfig: { headers: { 'x-key': SECRET } },
      },
    ],
    { after: { name: 'Teas', origin: 'https://tea.example', headers: ['x-key'] } },
    'mcpServer',
  ],
  'mcp-server.updated': [
    ({ ids }) => ['PUT', `/custom-mcp-servers/${ids.mcpServer}`, { authType: 'NONE' }],
    { before: { headers: ['x-key'] }, after: { headers: [] } },
  ],
  'mcp-server.deleted': [
    ({ ids }) => ['DELETE', `/custom-mcp-servers/${ids.mcpServer}`],
    { subject: { kind: 'mcp-server', name: 'Teas' } },
  ],
  'provisioning-token.created': [
    () => ['POST', '/provisioning/token', { name: 'Entra' }],
    { subject: { kind: 'provisioning-token', name: 'Entra' }, after: { name: 'Entra' } },
    'provisioningToken',
  ],
  'provisioning-token.revoked': [
    ({ ids }) => ['DELETE', `/provisioning/token/${ids.provisioningToken}`],
    { subject: { kind: 'provisioning-token', name: 'Entra' } },
  ],
  'document-store.deleted': [
    ({ ids }) => ['DELETE', `/document-store/store/${ids.store}`],
    { subject: { kind: 'document-store', name: 'Books' } },
  ],
}

describe.each(databaseKinds)('privileged acts on %s', (kind) => {
  let scene: Scene
  beforeAll(async () => {
    const started = await startPeopleScene(kind, { hasMail: false })
    const { administrator, server } = started
    const { id } = await administrator.expect<{ id: string }>(200, 'GET', '/auth/session')
    const builtIn = await administrator.expect<{ id: string; builtIn: string }[]>(200, 'GET', '/role')
    const idOf = (name: string) => builtIn.find((each) => each.builtIn === name)?.id ?? ''
    const mia = await started.makeMember('mia@example.com', ['chatflows:view'])
    const stray = crypto.randomUUID()
    await runByHand(
      server,
      `insert into "users" ("id", "email", "name", "status", "createdAt", "updatedAt")
        values ('${stray}', 'stray@example.com', 'Stray', 'active', 1, 1)`,
    )
    const store = await administrator.expect<{ id: string }>(200, 'POST', '/document-store/store', {
      name: 'Books',
    })
    const loader = await administrator.expect<{ id: string }>(200, 'POST', '/document-store/loader/save', {
      storeId: store.id,
      loaderId: 'plainText',
      loaderConfig: { text: SECRET },
    })
    const branch = await server.context.db
      .organization(started.organizationId)
      .write((writer) => writer.insertWorkspace({ name: 'Branch' }))
    const credential = await makeCredential(administrator)
    const known = { branch, credential, store: store.id, loader: loader.id }
    const ids = { ...known, administrator: id, member: mia.id, stray }
    scene = { ...started, ids: { ...ids, owner_: idOf('owner'), member_: idOf('member') } }
  })
  afterAll(() => scene.stop())

  const entries = async (query: string) =>
    (
      await scene.administrator.expect<{ data: AuditEntry[] }>(
        200,
        'GET',
        `/audit/entries?limit=200&${query}`,
      )
    ).data

  test.each(Object.entries(acts))('%s is written down once, with who did it', async (action, act) => {
    const [call, told, keeps] = act
    const answer = await scene.administrator.call<{ id?: string }>(...call(scene))
    expect([200, 201], answer.text).toContain(answer.status)
    if (keeps !== undefined) scene.ids[keeps] = answer.body.id ?? ''
    const found = (await entries('outcome=done')).filter((entry) => entry.action === action)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ ...told, actor: { kind: 'user', name: 'ada@example.com' } })
  })

  test('a save that changes nothing of who may call a flow leaves no entry', async () => {
    const body = { name: 'Quiet', document: { nodes: [], edges: [] } }
    const { id } = await scene.administrator.expect<{ id: string }>(200, 'POST', '/chatflows', body)
    await scene.administrator.expect(200, 'PUT', `/chatflows/${id}`, { name: 'Quieter', isPublic: false })
    expect(await entries('search=Quiet')).toEqual([])
  })

  test('no value of a variable and no code is in the log', async () => {
    expect(JSON.stringify(await entries(''))).not.toContain(SECRET)
  })

  test('what was done in a workspace stays in the log when the workspace is deleted at once', async () => {
    const { administrator, server } = scene
    const short = await administrator.expect<{ id: string }>(201, 'POST', '/workspace', { name: 'Short' })
    await administrator.expect(200, 'POST', `/workspace/switch?id=${short.id}`, {})
    await administrator.expect(200, 'POST', '/variables', { name: 'trace', value: 'x', type: 'static' })
    await administrator.expect(200, 'DELETE', `/workspace/${short.id}`)
    expect(await entries('search=trace')).toMatchObject([
      { action: 'variable.created', workspaceId: short.id, subject: { name: 'trace' } },
    ])
    expect((await verifyAudit(server.context)).map(({ fault }) => fault)).toEqual([undefined])
  })

  test('each act whose route names it is written down when it is refused', async () => {
    const { caller } = await scene.makeMember('nora@example.com', ['executions:view'])
    const expected = new Set<string>()
    for (const { audit, method, path } of Object.values<RouteDefinition>(allRoutes)) {
      if (audit === undefined) continue
      const answer = await caller.call(method, path.replaceAll(/:\w+/g, UNKNOWN), {})
      expect([answer.status, path]).toEqual([403, path])
      expected.add(audit)
    }
    const refused = await entries('outcome=refused')
    expect(new Set(refused.map(({ action }) => action))).toEqual(expected)
  })
})
