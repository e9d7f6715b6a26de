import { type AuditEntry, allRoutes, auditActionsOf, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { verifyAudit } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

/** Routes at whose gate somebody may be refused a privileged act for want of a permission. */
const refusable = Object.values<RouteDefinition>(allRoutes).flatMap((route) => {
  const [act] = auditActionsOf(route)
  const isAsked = 'permissions' in route.policy && route.policy.permissions !== 'every-caller'
  return act !== undefined && isAsked ? [{ ...route, act }] : []
})

describe.each(databaseKinds)('privileged acts on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false })
  })
  afterAll(() => scene.stop())

  const entries = async (query: string) => {
    const path = `/audit/entries?limit=200&${query}`
    return (await scene.administrator.expect<{ data: AuditEntry[] }>(200, 'GET', path)).data
  }
  const actionsOf = async (query: string) => (await entries(query)).map(({ action }) => action)

  test('a save that changes nothing leaves no entry, one that changes several things an entry of each', async () => {
    const { administrator } = scene
    const body = { name: 'Quiet', document: { nodes: [], edges: [] } }
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/chatflows', body)
    await administrator.expect(200, 'PUT', `/chatflows/${id}`, { name: 'Quiet', isPublic: false })
    expect(await actionsOf('search=Quiet')).toEqual(['flow.created'])
    const change = { name: 'Quieter', isPublic: true, category: 'Teas', analytic: '{"x":{"key":"secret"}}' }
    await administrator.expect(200, 'PUT', `/chatflows/${id}`, change)
    const found = await entries('search=Quieter')
    expect(found.map(({ action }) => action).toSorted()).toEqual(['flow.opened', 'flow.updated'])
    expect(found.find(({ action }) => action === 'flow.updated')).toMatchObject({
      before: { name: 'Quiet', category: null },
      after: { name: 'Quieter', category: 'Teas', changedSettings: ['analytic'] },
    })
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  test('a loader that is saved anew as it is processed has an entry of both', async () => {
    const { administrator } = scene
    const make = (path: string, body: object) =>
      administrator.expect<{ id: string }>(200, 'POST', `/document-store/${path}`, body)
    const { id: storeId } = await make('store', { name: 'Books' })
    const loader = { storeId, loaderId: 'plainText', loaderConfig: { text: 'One.' } }
    const { id } = await make('loader/save', loader)
    await make(`loader/process/${id}`, { ...loader, id, loaderConfig: { text: 'Two.' } })
    // Two of one call may be of one millisecond.
    expect((await actionsOf('search=Books')).toSorted()).toEqual([
      'document-loader.created',
      'document-loader.processed',
      'document-loader.updated',
      'document-store.created',
    ])
  })

  test('what is deleted in parts has an entry of each part, which names what is gone', async () => {
    const { administrator } = scene
    const flow = await makeFlow(administrator, replyFlow(), { name: 'Often' })
    const ids: string[] = []
    for (let n = 0; n < 30; n += 1) {
      const asked = { question: 'x', chatId: crypto.randomUUID() }
      const { headers } = await administrator.call('POST', `/internal-prediction/${flow}`, asked)
      ids.push(headers.get('x-run-id') ?? '')
    }
    await administrator.expect(200, 'DELETE', '/executions', { executionIds: [...ids, UNKNOWN] })
    const found = await entries('search=Often&action=execution.deleted')
    const told = found.flatMap(({ before }) => (before as { executions: { id: string }[] }).executions)
    expect(found).toHaveLength(2)
    expect(told.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
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
    const { caller } = await scene.makeMember('nora@example.com', ['evaluations:view'])
    const expected = new Set<string>()
    for (const { act, method, path } of refusable) {
      const answer = await caller.call(method, path.replaceAll(/:\w+/g, UNKNOWN), {})
      expect([answer.status, path]).toEqual([403, path])
      expected.add(act)
    }
    expect(expected.size).toBeGreaterThan(50)
    const refused = await entries('outcome=refused')
    expect(new Set(refused.map(({ action }) => action))).toEqual(expected)
  })
})
