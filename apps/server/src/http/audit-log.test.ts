import { type AuditEntry, loginActivityCodes as codes, type LoginActivity } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { chainAudit, verifyAudit } from '@runnel/operations'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runByHand } from '../testing/by-hand.ts'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const act = {
  action: 'user.updated',
  actor: { kind: 'operator', id: null, name: null, address: null, agent: null },
  subject: { kind: 'user', id: null, name: null },
} as const

describe.each(databaseKinds)('the logs of an organisation on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const entries = async (query = '') =>
    (await scene.administrator.expect<{ data: AuditEntry[] }>(200, 'GET', `/audit/entries${query}`)).data
  const activity = (body: object = {}) =>
    scene.administrator.expect<{
      data: LoginActivity[]
      count: number
      currentPage: number
      pageSize: number
    }>(200, 'POST', '/audit/login-activity', body)
  const byHand = (statement: string) => runByHand(scene.server, statement)

  test('say of a key who made, changed and revoked it, from where, and what it was', async () => {
    const { administrator } = scene
    const [made] = await administrator.expect<{ id: string; apiKey: string }[]>(200, 'POST', '/apikey', {
      keyName: 'Robot',
      permissions: ['chatflows:view'],
    })
    await administrator.expect(200, 'PUT', `/apikey/${made?.id}`, { keyName: 'Robot 2' })
    await administrator.expect(200, 'DELETE', `/apikey/${made?.id}`)
    const log = await entries('?search=Robot')
    expect(log.map(({ action }) => action)).toEqual(['api-key.deleted', 'api-key.updated', 'api-key.created'])
    expect(log[1]).toMatchObject({
      actor: { kind: 'user', name: ADMINISTRATOR.email },
      subject: { id: made?.id, name: 'Robot 2' },
      before: { keyName: 'Robot' },
      after: { keyName: 'Robot 2' },
      address: '127.0.0.1',
      workspaceId: scene.workspaceId,
      sequence: expect.any(Number),
    })
    expect(JSON.stringify(log)).not.toContain(made?.apiKey)
  })

  test('have one order, also of what is of one millisecond: no page repeats or leaves out an entry', async () => {
    const at = Date.now() - DAY_MS
    for (let n = 0; n < 23; n += 1)
      await byHand(`insert into "auditEntries"
        ("id", "at", "organizationId", "actorKind", "action", "outcome", "subjectKind")
        values ('${crypto.randomUUID()}', ${at}, '${scene.organizationId}', 'operator', 'name.changed', 'done', 'user')`)
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => entries(`?action=name.changed&limit=7&page=${page}`)),
    )
    const ids = pages.flat().map(({ id }) => id)
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 2])
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
  })

  test('are not there without the act: what is refused by the database leaves no entry', async () => {
    const before = (await entries('?limit=200')).length
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await scene.administrator.call('DELETE', `/apikey/${unknown}`)).status).toBe(404)
    expect((await entries('?limit=200')).length).toBe(before)
  })

  test('know every try to sign in by the codes of Flowise, and no password typed in the wrong field', async () => {
    const email = 'bob@example.com'
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    const login = (body: object) => scene.server.anonymous().call('POST', '/auth/login', body)
    await login({ email, password: 'Wrong-Staple-1' })
    await login({ email: 'stranger@example.com', password: PASSWORD })
    await login({ email: PASSWORD, password: 'x' })
    await login({ email: 'ada\u200B@example.com', password: 'x' })
    await scene.invite('waiting@example.com', await scene.makeRole([]))
    await login({ email: 'waiting@example.com', password: PASSWORD })
    await caller.expect(200, 'POST', '/account/logout', {})
    const { data } = await activity({ pageSize: 6 })
    // What is told alike is one line for the hour, with how many tries it stands for.
    expect(data.map(({ username, activityCode, tries }) => [username, activityCode, tries])).toEqual([
      [email, codes.LOGOUT_SUCCESS, 1],
      ['waiting@example.com', codes.REGISTRATION_PENDING, 1],
      ['•••', codes.UNKNOWN_USER, 2],
      ['stranger@example.com', codes.UNKNOWN_USER, 1],
      [email, codes.INCORRECT_CREDENTIAL, 1],
      [email, codes.LOGIN_SUCCESS, 1],
    ])
    expect(data[0]).toMatchObject({ loginMode: 'password', address: '127.0.0.1', message: 'Logout Success' })
  })

  test('give pages, a time and the codes that are asked for', async () => {
    const all = await activity({ pageSize: 200 })
    const second = await activity({ pageNo: 2, pageSize: 2 })
    expect(second).toMatchObject({ count: all.count, currentPage: 2, pageSize: 2 })
    expect(second.data).toEqual(all.data.slice(2, 4))
    expect((await activity()).pageSize).toBe(10)
    const unknown = await activity({ activityCodes: [codes.UNKNOWN_USER] })
    expect(unknown.data.map(({ activityCode }) => activityCode)).toEqual([
      codes.UNKNOWN_USER,
      codes.UNKNOWN_USER,
    ])
    const later = new Date(Date.now() + DAY_MS).toISOString()
    expect((await activity({ startDate: later })).count).toBe(0)
    expect((await activity({ endDate: later })).count).toBe(all.count)
    for (const wrong of [
      { activityCodes: [5] },
      ...[0, -1, 1.5, 201, 1_000_000, 'abc'].map((pageSize) => ({ pageSize })),
      ...[0, -1, 1.5, 'abc'].map((pageNo) => ({ pageNo })),
    ]) {
      const { status } = await scene.administrator.call('POST', '/audit/login-activity', wrong)
      expect([wrong, status]).toEqual([wrong, 400])
    }
  })

  test('find a try to sign in by whose it was and from where, with every other filter', async () => {
    const login = (email: string) =>
      scene.server.anonymous().call('POST', '/auth/login', { email, password: 'Wrong-Staple-1' })
    await login('Zoe.Sought@example.com')
    const sought = await activity({ search: 'SOUGHT@' })
    expect(sought).toMatchObject({ count: 1, data: [{ username: 'zoe.sought@example.com' }] })
    const { count } = await activity()
    expect((await activity({ search: '127.0.0' })).count).toBe(count)
    expect((await activity({ search: 'sought', activityCodes: [codes.UNKNOWN_USER] })).count).toBe(1)
    expect((await activity({ search: 'sought', activityCodes: [codes.LOGIN_SUCCESS] })).count).toBe(0)
    expect((await activity({ search: 'sought_' })).count).toBe(0)
    const later = new Date(Date.now() + DAY_MS).toISOString()
    expect((await activity({ search: 'sought', startDate: later })).count).toBe(0)
    const tooLong = await scene.administrator.call('POST', '/audit/login-activity', {
      search: 'x'.repeat(201),
    })
    expect(tooLong.status).toBe(400)
  })

  test('give tries to sign in as JSON and CSV with the same filters, and no cell is a formula', async () => {
    const path = '/audit/login-activity/export'
    await scene.server.anonymous().call('POST', '/auth/login', { email: '=cmd@example.com', password: 'x' })
    const { data } = await activity({ pageSize: 200 })
    const json = await scene.administrator.call<LoginActivity[]>('GET', `${path}?format=json`)
    expect(json.body).toEqual(data)
    expect(json.headers.get('content-disposition')).toContain('login-activity.json')
    const two = `activityCodes=${codes.UNKNOWN_USER}&activityCodes=${codes.LOGIN_SUCCESS}`
    const some = await scene.administrator.call<LoginActivity[]>('GET', `${path}?format=json&${two}`)
    const wanted: number[] = [codes.UNKNOWN_USER, codes.LOGIN_SUCCESS]
    expect(some.body).toEqual(data.filter(({ activityCode }) => wanted.includes(activityCode)))
    const csv = await scene.administrator.call<string>('GET', `${path}?format=csv&search=%3Dcmd`)
    expect(csv.text.trim().split('\r\n')).toEqual([
      'date,user,activity code,message,method,address,device,tries',
      expect.stringMatching(/^"[^"]+","'=cmd@example.com","'-1","Unknown User","password","127.0.0.1",/),
    ])
    expect((await scene.administrator.call('GET', `${path}?format=json&activityCodes=5`)).status).toBe(400)
    expect((await scene.administrator.call('GET', `${path}?format=xml`)).status).toBe(400)
  })

  test('are closed without their permission, and hold nothing of another organisation', async () => {
    const { caller } = await scene.makeMember('cleo@example.com', ['chatflows:view'])
    for (const [method, path] of [
      ['POST', '/audit/login-activity'],
      ['GET', '/audit/entries'],
      ['GET', '/audit/export?format=csv'],
      ['GET', '/audit/login-activity/export?format=csv'],
    ] as const)
      expect((await caller.call(method, path)).status).toBe(403)
    const other = crypto.randomUUID()
    await byHand(`insert into "organizations" ("id", "name", "createdAt") values ('${other}', 'Other', 1)`)
    const { activity: theirs } = scene.server.context.db.organization(other)
    expect(await theirs.audit({})).toEqual({ rows: [], total: 0 })
    expect(await theirs.signIns({})).toEqual({ rows: [], total: 0 })
  })

  test('are exported whole as JSON and CSV, and no cell is a formula', async () => {
    await scene.administrator.expect(200, 'POST', '/apikey', {
      keyName: '=1+1',
      permissions: ['chatflows:view'],
    })
    const json = await scene.administrator.call<AuditEntry[]>('GET', '/audit/export?format=json')
    const all = await entries('?limit=200')
    expect(json.body).toEqual(all)
    const csv = await scene.administrator.call<string>('GET', '/audit/export?format=csv&search=%3D1')
    expect(csv.headers.get('content-disposition')).toContain('audit-log.csv')
    expect(csv.text.trim().split('\r\n')).toHaveLength(2)
    expect(csv.text).toContain(`"'=1+1"`)
    // Programs of tables take the wide signs of East Asia for the narrow ones.
    const wide = { keyName: '＝1+2', permissions: ['chatflows:view'] }
    await scene.administrator.expect(200, 'POST', '/apikey', wide)
    const next = await scene.administrator.call<string>('GET', '/audit/export?format=csv&search=1%2B2')
    expect(next.text).toContain(`"'＝1+2"`)
  })

  test('stand in a chain that nobody changes, whatever way they take', async () => {
    const checked = await verifyAudit(scene.server.context)
    expect(checked).toMatchObject([
      { organizationId: scene.organizationId, entries: (await entries('?limit=200')).length },
    ])
    expect(checked[0]?.fault).toBeUndefined()
    await expect(byHand(`update "auditEntries" set "action" = 'x'`)).rejects.toThrow(
      'of the audit log are never',
    )
    await expect(byHand(`delete from "auditEntries"`)).rejects.toThrow('of the audit log are never')
  })

  test('are whole to who looks while a server goes on chaining', async () => {
    const { context } = scene.server
    const { audit } = context.db.system
    const { head } = audit
    vi.spyOn(audit, 'head').mockImplementationOnce(async (id) => {
      await audit.append(act, { organizationId: id })
      await chainAudit(context)
      return head(id)
    })
    const [checked] = await verifyAudit(context)
    expect(checked?.fault).toBeUndefined()
    expect(`${checked?.entries}:${checked?.head}`).toBe(await head(scene.organizationId))
  })

  test('show what was changed by who took the guard of the table away', async () => {
    const dropped = kind === 'sqlite' ? '' : ' on "auditEntries"'
    for (const trigger of ['auditEntriesFixed', 'auditEntriesKept'])
      await byHand(`drop trigger "${trigger}"${dropped}`)
    await byHand(`update "auditEntries" set "actorName" = 'eve' where "sequence" = 2`)
    expect(await verifyAudit(scene.server.context)).toMatchObject([
      { entries: 1, fault: 'Entry 2 was changed.' },
    ])
    await byHand(`update "auditEntries" set "actorName" = '${ADMINISTRATOR.email}' where "sequence" = 2`)
    expect((await verifyAudit(scene.server.context))[0]?.fault).toBeUndefined()
    await byHand(`delete from "auditEntries" where "sequence" = (select max("sequence") from "auditEntries")`)
    expect((await verifyAudit(scene.server.context))[0]?.fault).toBe('Entries are missing at the end.')
    // What is done afterwards hides nothing: it comes behind what the head has counted.
    await scene.server.context.db.system.audit.append(act, { organizationId: scene.organizationId })
    expect((await verifyAudit(scene.server.context))[0]?.fault).toMatch(/^Entry \d+ is missing/)
    await byHand(`delete from "auditEntries" where "sequence" = 2`)
    expect((await verifyAudit(scene.server.context))[0]?.fault).toContain('Entry 2 is missing')
    await byHand(`delete from "auditEntries"`)
    expect(await verifyAudit(scene.server.context)).toMatchObject([
      { organizationId: scene.organizationId, entries: 0, fault: 'Entries are missing at the end.' },
    ])
  })
})
