import { join } from 'node:path'
import {
  allRoutes,
  type RouteDefinition,
  type WorkspaceContentKind,
  type WorkspaceContents,
  workspaceContentKinds,
} from '@runnel/contract'
import { countRowsOfNobody, countRowsOfTenant, databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { fieldsOf } from '../testing/named-ids.ts'
import { FOREIGN_CHAT, fillPath, makeThings, tenantEntities } from '../testing/tenant-entities.ts'
import { type Ids, listsOf, type NamingCall } from '../testing/tenant-entity.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import type { OtherOrganization } from '../testing/test-people.ts'
import type { TestServer } from '../testing/test-server.ts'

/** All that is read by who is signed in; the lists of the logs are asked for with a body. */
const reads = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(
  ([, { method, path, policy }]) =>
    (policy.gate === 'caller' || policy.gate === 'session') &&
    (method === 'GET' || /^\/audit\b/.test(path)) &&
    // Templates come with the product and are nobody's; links are read from a site.
    !/^\/(marketplaces\/templates|fetch-links)\b/.test(path) &&
    // One's own sessions, passkeys and second factor: they are no tenant's, and asking changes them.
    !/^\/(account|loginmethod\/own|auth\/sso-success)\b/.test(path),
)

/** What a read wants beside its filters. */
const alwaysOf = ({ organization = '', workspace = '' }: Ids): Record<string, Record<string, string>> => ({
  exportAuditEntries: { format: 'json' },
  exportLoginActivity: { format: 'json' },
  listVoices: { provider: 'openai' },
  listRoles: { organizationId: organization },
  listOrganizationUsers: { organizationId: organization },
  listWorkspaceUsers: { workspaceId: workspace },
})

/** What people of an organisation see of all its workspaces, and of what is done in them. */
const OF_THE_ORGANIZATION = /^\/(audit|workspace|workspaceuser|organizationuser|auth|user)\b/

/** As what each kind of thing with calls of its own is counted before its workspace is deleted. */
const LOST_AS: Record<string, WorkspaceContentKind | 'with its flow'> = {
  flow: 'flows',
  run: 'with its flow',
  variable: 'variables',
  tool: 'customTools',
  mcpServer: 'mcpServers',
  template: 'customTemplates',
  credential: 'credentials',
  apiKey: 'apiKeys',
  documentStore: 'documentStores',
}

const SEARCHED = ['foreign', 'Foreign', 'o', '%', '_']
const PERIOD = ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z']

/** What is asked for in the fields of queries whose values are no list. */
function valuesOf(field: string, foreign: Ids): string[] {
  const ids: Record<string, string[]> = {
    id: [foreign.run, foreign.role, foreign.workspace, foreign.person].map(String),
    agentflowId: [`${foreign.flow}`],
    userId: [`${foreign.person}`],
    roleId: [`${foreign.role}`],
    workspaceId: [`${foreign.workspace}`],
    organizationId: [`${foreign.organization}`],
    messageId: [`${foreign.message}`],
    credentialId: [`${foreign.credential}`],
    fileId: [`${foreign.chunk}`],
    chatId: [FOREIGN_CHAT],
    sessionId: [FOREIGN_CHAT],
  }
  const words: Record<string, string[]> = {
    search: SEARCHED,
    name: SEARCHED,
    agentflowName: SEARCHED,
    view: ['inline'],
    startDate: PERIOD,
    endDate: PERIOD,
    email: ['olga@example.com'],
    action: ['flow.created', 'api-key.created'],
    type: ['AGENTFLOW', 'CHATFLOW'],
    credentialName: ['openAIApi'],
    chatType: ['INTERNAL', 'EXTERNAL'],
    memoryType: ['x'],
    provider: ['openai'],
    after: ['0'],
    client: ['x'],
    page: ['2'],
    limit: ['1'],
    pageNo: ['2'],
    pageSize: ['1'],
    activityCodes: ['0', '-1', '-2'],
  }
  const found = ids[field] ?? words[field]
  if (!found) throw new Error(`What does a list get in ${field}? Say it in tenant-lists.test.ts.`)
  return found
}

/** Every value of every field by itself, each order with each search, and the first two pages of one row. */
function variantsOf({ query, body }: RouteDefinition, foreign: Ids): Record<string, string>[] {
  const known = new Map(fieldsOf(query ?? body).map(({ path, values }) => [path.replace('[]', ''), values]))
  const fields = [...known].map(([path, values]) => ({ path, values: values ?? valuesOf(path, foreign) }))
  const single = fields.flatMap(({ path, values }) => values.map((value) => ({ [path]: value })))
  const at = (name: string) => fields.find(({ path }) => path === name)?.values ?? []
  const ordered = at('sort').flatMap((sort) =>
    at('direction').flatMap((direction) => [
      { sort, direction },
      { sort, direction, limit: '1', page: '2' },
      ...at('search').map((search) => ({ sort, direction, search })),
    ]),
  )
  const pages = at('limit').length > 0 ? ['1', '2'].map((page) => ({ page, limit: '1' })) : []
  return [{}, ...single, ...ordered, ...pages]
}

/** A call of a list of the logs, whose filters stand in its body. */
function asBody(variant: Record<string, string>): object {
  const { activityCodes: code, pageNo, pageSize, ...rest } = variant
  return {
    ...rest,
    ...(code !== undefined && { activityCodes: [Number(code)] }),
    ...(pageNo !== undefined && { pageNo: Number(pageNo) }),
    ...(pageSize !== undefined && { pageSize: Number(pageSize) }),
  }
}

/** All questions about a tenant that somebody of it can ask, of its own things and with ids and words of another. */
const questions = (own: Ids, foreign: Ids): NamingCall[] =>
  reads.flatMap(([name, route]) => {
    const path = fillPath(route, (kind) => own[kind] ?? '')
    return variantsOf(route, foreign).map((variant) =>
      route.method === 'GET'
        ? { method: 'GET', path: `${path}?${new URLSearchParams({ ...alwaysOf(own)[name], ...variant })}` }
        : { method: route.method, path, body: asBody(variant) },
    )
  })

describe.each(databaseKinds)('what another tenant does on %s', (kind) => {
  let running: VendorServer
  let server: TestServer
  let administrator: TestCaller
  let own: Ids
  let foreign: OtherOrganization

  beforeAll(async () => {
    running = await startVendorServer({ kind })
    server = running.server
    administrator = running.administrator
    const of = ['workspace', 'organization'] as const
    own = await makeThings(administrator, { of, vendor: running.vendor, server })
    foreign = await server.addOrganization()
  })
  afterAll(() => running.stop())

  const settled = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

  /** What is answered to questions about the things of a tenant, the ids of those things left out. */
  async function ask(asked: NamingCall[], theirs: Ids): Promise<[call: string, answer: string][]> {
    const ids = Object.values(theirs)
    const without = (text: string) => ids.reduce((rest, id) => rest.replaceAll(id, 'ID'), text)
    const answers: [string, string][] = []
    for (const { method, path, body } of asked) {
      const { status, text } = await administrator.call(method, path, body)
      answers.push([
        without(`${method} ${path} ${JSON.stringify(body)}`),
        without(`${status} ${settled(text)}`),
      ])
    }
    return answers
  }

  /** Ids of things that are nowhere. */
  const nothing = Object.fromEntries(Object.keys(tenantEntities).map((kind) => [kind, crypto.randomUUID()]))
  const changed = (before: [string, string][], after: [string, string][]) =>
    after.filter(([, answer], index) => before[index]?.[1] !== answer).map(([call]) => call)

  test('changes no answer to anybody else, of no list, however sorted, filtered, searched and paged', async () => {
    const { vendor } = running
    const before = await ask(questions(own, nothing), nothing)
    const theirs = await makeThings(foreign.caller, { of: ['workspace', 'organization'], vendor, server })
    const after = await ask(questions(own, theirs), theirs)
    expect(after.map(([call]) => call)).toEqual(before.map(([call]) => call))
    expect(changed(before, after)).toEqual([])
    const answered = after.filter(([, answer]) => answer.startsWith('200')).length
    expect(answered / after.length).toBeGreaterThan(0.7)
  })

  test('changes nothing either when it is another workspace of the same organisation', async () => {
    const { vendor } = running
    const { caller } = await server.addWorkspace()
    const inWorkspace = (theirs: Ids) =>
      questions(own, { ...nothing, ...theirs }).filter(({ path }) => !OF_THE_ORGANIZATION.test(path))
    const before = await ask(inWorkspace(nothing), nothing)
    const theirs = await makeThings(caller, { of: ['workspace'], vendor, server })
    const after = await ask(inWorkspace(theirs), { ...nothing, ...theirs })
    expect(changed(before, after)).toEqual([])
  })

  test.each(Object.entries(tenantEntities).filter(([, { lists }]) => lists.length > 0))(
    'stands in its own lists, so that they are no empty ones: %s',
    async (name, entity) => {
      for (const path of listsOf(entity, own))
        expect((await administrator.call('GET', path)).text, path).toContain(own[name])
    },
  )

  test('is counted before its workspace is deleted, whatever was made in it', async () => {
    const kinds = Object.entries(tenantEntities).flatMap(([name, { of, routes }]) =>
      of === 'workspace' && routes !== undefined ? [name] : [],
    )
    expect(kinds.toSorted(), 'kinds of things in tenant-entities.ts and in LOST_AS').toEqual(
      Object.keys(LOST_AS).toSorted(),
    )
    const path = `/workspace?id=${foreign.workspaceId}`
    const { contents } = await foreign.caller.expect<{ contents: WorkspaceContents }>(200, 'GET', path)
    expect(workspaceContentKinds.filter((kind) => !contents[kind])).toEqual([])
    const counted = Object.values(LOST_AS).filter((kind) => kind !== 'with its flow')
    expect(counted.toSorted()).toEqual(workspaceContentKinds.toSorted())
  })

  const options = () => {
    const { databaseUrl, dataDir } = server.config
    return databaseUrl === undefined
      ? ({ kind: 'sqlite', file: join(dataDir, 'runnel.db') } as const)
      : ({ kind: 'postgres', url: databaseUrl } as const)
  }

  test('leaves rows in every table that may hold some of a tenant: one that nobody fills has no thing in tenant-entities.ts, and without a tenant there are none', async () => {
    const { workspaceId, organizationId } = foreign
    const counts = await countRowsOfTenant(options(), { workspaceId, organizationId })
    expect(Object.keys(counts).length).toBeGreaterThan(40)
    const tables = Object.keys(counts)
    expect(tables.filter((table) => counts[table] === 0)).toEqual([])
    // The second wall: none of them for a statement without a tenant, nor for one of a stranger.
    if (kind === 'postgres')
      expect(await countRowsOfNobody(options(), tables)).toEqual(tables.map((table) => [table, 0, 0]))
  })
})
