import { allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldsOf } from '../testing/named-ids.ts'
import { fillPath, kindOfPlace, tenantEntities } from '../testing/tenant-entities.ts'
import type { TestAnswer, TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'

const AT_ONCE = 4

/** What administrators read of a thing before they change it. */
interface Read {
  revision: number
  /** What stands there. */
  text: string
}

/** A form of the administration: a thing that is read whole, changed and saved. */
interface Form {
  /** Makes the thing, and gives how it is saved and read. */
  open(server: TestServer, caller: TestCaller): Promise<{ save: Save; read: () => Promise<Read> }>
  /** The act, as the audit log has it. */
  action: string
}
type Save = (text: string, headers?: Record<string, string>) => Promise<TestAnswer<Refused>>
interface Refused {
  code?: string
  reason?: string
  details?: Record<string, string>
}

const administration: Record<string, Form> = {
  updateRole: {
    action: 'role.updated',
    async open(_, caller) {
      const body = { name: newName(), permissions: ['chatflows:view'] }
      const { id } = await caller.expect<{ id: string }>(201, 'POST', '/role', body)
      return {
        save: (description, headers) => caller.call('PUT', '/role', { id, description }, headers),
        read: () => readNaming(caller, `/role?id=${id}`),
      }
    },
  },
  updateWorkspace: {
    action: 'workspace.updated',
    async open(_, caller) {
      const { id } = await caller.expect<{ id: string }>(201, 'POST', '/workspace', { name: newName() })
      return {
        save: (description, headers) => caller.call('PUT', '/workspace', { id, description }, headers),
        read: () => readNaming(caller, `/workspace?id=${id}`),
      }
    },
  },
  updateOrganization: {
    action: 'organization.renamed',
    async open(_, caller) {
      const read = () =>
        caller.expect<{ id: string; revision: number; name: string }>(200, 'GET', '/organization')
      const { id } = await read()
      return {
        save: (name, headers) => caller.call('PUT', '/organization', { id, name }, headers),
        async read() {
          const { revision, name } = await read()
          return { revision, text: name }
        },
      }
    },
  },
  updateApiKey: {
    action: 'api-key.updated',
    async open(server, caller) {
      const { id } = await server.withKey(['chatflows:view'])
      return {
        save: (keyName, headers) => caller.call('PUT', `/apikey/${id}`, { keyName }, headers),
        async read() {
          const keys = await caller.expect<{ id: string; revision: number; keyName: string }[]>(
            200,
            'GET',
            '/apikey',
          )
          const { revision = 0, keyName = '' } = keys.find((key) => key.id === id) ?? {}
          return { revision, text: keyName }
        },
      }
    },
  },
  updateLoginMethods: {
    action: 'login-method.saved',
    async open(_, caller) {
      return {
        save: (label, headers) => {
          const github = { providerName: 'github', status: 'disable', config: { clientID: 'here', label } }
          return caller.call('PUT', '/loginmethod', { providers: [github] }, headers)
        },
        async read() {
          const { providers } = await caller.expect<{
            providers: { providerName: string; revision: number; config: { label?: string } }[]
          }>(200, 'GET', '/loginmethod')
          const github = providers.find(({ providerName }) => providerName === 'github')
          const { revision, config } = github ?? { revision: 0, config: {} }
          return { revision, text: config.label ?? '' }
        },
      }
    },
  },
  mapProvisionedGroup: {
    action: 'group.mapped',
    async open(server, caller) {
      const provider = await server.withProvisioning()
      const displayName = newName()
      const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName }
      const { id } = await provider.expect<{ id: string }>(201, 'POST', '/scim/v2/Groups', group)
      const session = await caller.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
      const roles = new Map<string, string>()
      const roleOf = async (name: string) => {
        const body = { name: newName(), permissions: ['chatflows:view'] }
        const made = () => caller.expect<{ id: string }>(201, 'POST', '/role', body)
        const role = roles.get(name) ?? (await made()).id
        roles.set(name, role)
        return role
      }
      return {
        async save(name, headers) {
          const places = [{ workspaceId: session.activeWorkspaceId, roleId: await roleOf(name) }]
          return caller.call('PUT', `/provisioning/group/${id}`, { places }, headers)
        },
        async read() {
          const { data } = await caller.expect<{
            data: { revision: number; places: { roleId: string }[] }[]
          }>(200, 'GET', `/provisioning/group?search=${displayName}`)
          const [{ revision, places } = { revision: 0, places: [] }] = data
          const [text = ''] = [...roles].find(([, role]) => role === places[0]?.roleId) ?? []
          return { revision, text }
        },
      }
    },
  },
}

const newName = () => `edited-${crypto.randomUUID()}`

async function readNaming(caller: TestCaller, path: string): Promise<Read> {
  const { revision, description } = await caller.expect<{ revision: number; description: string | null }>(
    200,
    'GET',
    path,
  )
  return { revision, text: description ?? '' }
}

const expecting = (revision: number) => ({ 'if-match': `"${revision}"` })

/** The routes that change a whole thing that counts its revisions, alone or in a list. */
const counted = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(
  ([, { method, response }]) =>
    method === 'PUT' &&
    typeof response !== 'string' &&
    fieldsOf(response).some((field) => /^(\[\]\.)?revision$/.test(field.path)),
)
/** Those of what a workspace keeps for its flows. */
const changes = counted.filter(([name]) => !(name in administration))

test('there are as many as are known', () => {
  expect(counted.map(([name]) => name).toSorted()).toEqual([
    'mapProvisionedGroup',
    'updateApiKey',
    'updateChatflow',
    'updateCredential',
    'updateCustomTool',
    'updateDocumentStore',
    'updateMcpServer',
    'updateOrganization',
    'updateRole',
    'updateVariable',
    'updateWorkspace',
  ])
})

describe.each(databaseKinds)('of saves at once on %s', (kind) => {
  let server: TestServer
  let caller: TestCaller
  beforeAll(async () => {
    server = await startTestServer({ kind })
    caller = await server.administrator()
  })
  afterAll(() => server.stop())

  test.each(changes)('one counts and the others are told, none is lost: %s', async (_, route) => {
    const entity = tenantEntities[kindOfPlace(route, 'id') ?? '']
    const id = await entity?.make(caller, { made: {} })
    const path = fillPath(route, () => id ?? '')
    const save = (name: string, revision: number) =>
      caller.call<{ name: string; revision: number }>('PUT', path, { name }, { 'if-match': `"${revision}"` })
    const { body: first } = await caller.call<{ revision: number }>('PUT', path, { name: 'first' })
    const names = Array.from({ length: AT_ONCE }, (__, n) => `name${n}`)
    const answers = await Promise.all(names.map((name) => save(name, first.revision)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const lost = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of lost)
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'stale_revision' } })
    const next = await save('last', first.revision + 1)
    expect([won[0]?.body.revision, next.status, next.body.revision]).toEqual([
      first.revision + 1,
      200,
      first.revision + 2,
    ])
  })

  test.each(Object.entries(administration))(
    'one of several administrators counts, the others are told by whom and when: %s',
    async (_, { open, action }) => {
      const { save, read } = await open(server, caller)
      expect((await save('first')).status).toBe(200)
      const { revision } = await read()
      const acts = await countActs(action)
      const texts = Array.from({ length: AT_ONCE }, (__, n) => `text${n}`)
      const answers = await Promise.all(texts.map((text) => save(text, expecting(revision))))
      const won = answers.flatMap(({ status }, n) => (status === 200 ? [texts[n]] : []))
      expect([won.length, await countActs(action)]).toEqual([1, acts + 1])
      expect(await read()).toEqual({ revision: revision + 1, text: won[0] })
      const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
      const details = { by: ADMINISTRATOR.email, at, revision: String(revision + 1) }
      for (const { status, body } of answers.filter((answer) => answer.status !== 200))
        expect({ status, body }).toMatchObject({
          status: 409,
          body: { code: 'stale_revision', reason: 'changed_by', details },
        })
    },
  )

  test.each(Object.entries(administration))(
    'what stands is saved over by who has seen it, and by clients that send no revision: %s',
    async (_, { open }) => {
      const { save, read } = await open(server, caller)
      await save('before')
      const { revision } = await read()
      expect((await save('seen', expecting(revision))).status).toBe(200)
      expect((await save('late', expecting(revision))).status).toBe(409)
      expect((await save('over', expecting(revision + 1))).status).toBe(200)
      expect((await save('unseen')).status).toBe(200)
      expect(await read()).toEqual({ revision: revision + 3, text: 'unseen' })
    },
  )

  test('a login method that another one made, or took away, meanwhile is not replaced unseen', async () => {
    const save = (headers?: Record<string, string>) => {
      const google = { providerName: 'google', status: 'disable', config: { clientID: 'here' } }
      return caller.call<Refused>('PUT', '/loginmethod', { providers: [google] }, headers)
    }
    const [one, other] = await Promise.all([save(expecting(0)), save(expecting(0))])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    await caller.expect(200, 'DELETE', '/loginmethod/google')
    expect(await save(expecting(1))).toMatchObject({
      status: 409,
      body: { code: 'stale_revision', reason: 'changed_by_others', details: { revision: '0' } },
    })
    const github = { providerName: 'github', status: 'disable', config: { clientID: 'here' } }
    const google = { ...github, providerName: 'google' }
    expect(
      await caller.call('PUT', '/loginmethod', { providers: [github, google] }, expecting(1)),
    ).toMatchObject({ status: 400, body: { issues: [{ path: 'If-Match', reason: 'revision_of_several' }] } })
  })

  async function countActs(action: string): Promise<number> {
    const log = await caller.expect<{ total: number }>(
      ...([200, 'GET', `/audit/entries?page=1&limit=1&action=${action}`] as const),
    )
    return log.total
  }
})
