import { databaseKinds, statementsOf } from '@runnel/db/testing'
import { chainAudit } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

const MOST = 5
const ROWS = 12
const READS = 'chatflows:view'

describe.each(databaseKinds)('long lists of an organisation on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false })
    const roleId = await scene.makeRole(['tools:view'])
    for (let n = 0; n < ROWS; n += 1) {
      await scene.invite(`person${n}@example.com`, roleId)
      const wrong = { email: `person${n}@example.com`, password: 'Wrong-Staple-1' }
      await scene.server.anonymous().call('POST', '/auth/login', wrong)
    }
    const flowId = await makeFlow(scene.administrator, replyFlow())
    for (let n = 0; n < ROWS; n += 1) {
      await scene.administrator.expect(200, 'POST', '/apikey', { keyName: `key ${n}`, permissions: [READS] })
      await scene.administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'x' })
    }
    // What is new in the log is put into its chain by the scheduler, or by who reads it first.
    await chainAudit(scene.server.context)
  })
  afterAll(() => scene.stop())

  /** The fewest of three times: what the server does beside is counted, too. */
  async function statements(method: string, path: string, body?: object): Promise<unknown[]> {
    const counts = []
    for (let time = 0; time < 3; time += 1)
      counts.push(await statementsOf(() => scene.administrator.expect(200, method, path, body)))
    return counts.reduce((fewest, each) => (each.length < fewest.length ? each : fewest))
  }

  const lists: [method: string, path: (limit: number) => string, body?: (limit: number) => object][] = [
    ['GET', (limit) => `/organizationuser?organizationId=${scene.organizationId}&page=2&limit=${limit}`],
    [
      'GET',
      (limit) =>
        `/organizationuser?organizationId=${scene.organizationId}&search=person&sort=name&page=1&limit=${limit}`,
    ],
    [
      'GET',
      (limit) => `/workspaceuser?workspaceId=${scene.workspaceId}&sort=lastLogin&page=2&limit=${limit}`,
    ],
    ['GET', (limit) => `/audit/entries?page=2&limit=${limit}`],
    ['GET', (limit) => `/audit/entries?search=person&action=user.invited&outcome=done&page=1&limit=${limit}`],
    ['POST', () => '/audit/login-activity', (pageSize) => ({ pageNo: 2, pageSize })],
    [
      'POST',
      () => '/audit/login-activity',
      (pageSize) => ({ search: 'person', activityCodes: [-1, -6], pageNo: 1, pageSize }),
    ],
    ['GET', (limit) => `/executions?page=2&limit=${limit}`],
    ['GET', (limit) => `/apikey?page=2&limit=${limit}`],
    ['POST', () => '/audit', (pageSize) => ({ activityCodes: [-1, -6], pageNo: 1, pageSize })],
  ]

  test.each(lists)(
    'take no more than five statements, however many rows are shown: %s %s',
    async (...list) => {
      const [method, path, body] = list
      // Who asks is found out by the same statements for every call.
      const before = await statements('GET', '/account/basic-auth')
      const few = await statements(method, path(2), body?.(2))
      const many = await statements(method, path(5), body?.(5))
      expect(many.length).toBe(few.length)
      expect(many.length).toBeGreaterThan(before.length)
      expect(many.length - before.length).toBeLessThanOrEqual(MOST)
    },
  )
})
