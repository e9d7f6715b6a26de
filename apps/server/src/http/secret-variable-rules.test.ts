import type { Variable } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const VALUE = 'value-of-the-secret-one'
const MASK = '•••'

describe.each(databaseKinds)('secret variables on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let keeper: TestCaller
  let made = 0

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    keeper = await server.withKey(['variables:view', 'variables:create', 'variables:update'])
  })
  afterAll(() => server.stop())

  const make = (more: object = {}, caller = administrator) => {
    made += 1
    const body = { name: `key${made}`, type: 'secret', value: VALUE, hosts: ['api.example.com'], ...more }
    return caller.call<Variable & { message: string; issues: { path: string }[] }>('POST', '/variables', body)
  }
  const change = (id: string, body: object, caller = administrator) =>
    caller.call<Variable & { message: string; issues: { path: string }[] }>('PUT', `/variables/${id}`, body)
  const openedValue = async (id: string) => {
    const [workspaceId] = await server.context.db.system.routes.listWorkspaceIds()
    const row = await server.context.db.read(workspaceId ?? '').variables.get(id)
    return row.sealed === null ? undefined : server.context.vault.open(row.sealed, `variable:${id}`)
  }

  test('show a mask and their hosts, and their value in no answer and nowhere in the database', async () => {
    const { status, body, text } = await make({ hosts: ['API.example.com', '*.example.org:8443'] })
    expect([status, body]).toMatchObject([
      200,
      { type: 'secret', value: MASK, hosts: ['api.example.com', '*.example.org:8443'] },
    ])
    const list = await administrator.call('GET', '/variables?view=full')
    expect(list.body).toContainEqual(expect.objectContaining({ id: body.id, value: MASK }))
    for (const told of [text, list.text, await server.dump()]) expect(told).not.toContain(VALUE)
    expect(await openedValue(body.id)).toBe(VALUE)
  })

  test.each<[string, object, string]>([
    ['no value', { value: undefined }, 'value'],
    ['nothing as its value', { value: '' }, 'value'],
    ['the mask as its value', { value: MASK }, 'value'],
    ['a value that could not be hidden', { value: 'short' }, 'value'],
    ['no hosts', { hosts: undefined }, 'hosts'],
    ['an empty list of hosts', { hosts: [] }, 'hosts'],
    ['an address as a host', { hosts: ['api.example.com', 'https://x.example/y'] }, 'hosts[1]'],
    ['every host', { hosts: ['*'] }, 'hosts[0]'],
    ['a whole top level', { hosts: ['*.com'] }, 'hosts[0]'],
    ['hosts though it is static', { type: 'static' }, 'hosts'],
  ])('with %s is refused at its field, and not made', async (_what, more, field) => {
    const { status, body } = await make(more)
    expect([status, body.issues?.[0]?.path]).toEqual([400, field])
    expect((await administrator.call('GET', `/variables?search=key${made}`)).body).toEqual([])
  })

  test('keep their value where none is given, and take a new one', async () => {
    const { id, revision } = (await make()).body
    for (const kept of [
      { name: 'renamed' },
      { value: MASK },
      { value: '' },
      { hosts: ['api.example.com'] },
    ]) {
      expect((await change(id, kept)).status).toBe(200)
      expect(await openedValue(id)).toBe(VALUE)
    }
    expect((await change(id, { value: 'another-value' })).body).toMatchObject({
      value: MASK,
      name: 'renamed',
    })
    expect(await openedValue(id)).toBe('another-value')
    const match = { 'if-match': `"${revision}"` }
    expect(await administrator.call('PUT', `/variables/${id}`, { name: 'late' }, match)).toMatchObject({
      body: { code: 'stale_revision' },
    })
  })

  test('go to another host by who gives the value anew, or may change credentials', async () => {
    const { id } = (await make({ hosts: ['*.example.com'] })).body
    const wider = { hosts: ['eu.example.com', 'evil.test'] }
    expect(await change(id, wider, keeper)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'hosts[1]' }] },
    })
    expect((await change(id, { ...wider, value: MASK }, keeper)).status).toBe(400)
    expect((await change(id, { hosts: ['eu.example.com'] }, keeper)).status).toBe(200)
    expect((await change(id, { hosts: ['*.example.com'] }, keeper)).status).toBe(400)
    expect((await change(id, { ...wider, value: 'a-value-of-mine' }, keeper)).status).toBe(200)
    expect(await openedValue(id)).toBe('a-value-of-mine')
    expect((await change(id, { hosts: ['more.test'] })).status).toBe(200)
  })

  test('become no type that shows a value which the caller did not give', async () => {
    const { id } = (await make()).body
    expect(await change(id, { type: 'static' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'value' }] },
    })
    expect((await change(id, { type: 'static', value: MASK })).status).toBe(400)
    expect((await change(id, { type: 'runtime' })).body).toMatchObject({ type: 'runtime', value: null })
    expect((await change(id, { type: 'static' })).body).toMatchObject({ type: 'static', value: null })
    expect(await openedValue(id)).toBeUndefined()
    expect((await change(id, { type: 'static', value: 'plain' })).body.hosts).toBeUndefined()
  })

  test('are made of a static one, whose value leaves the list', async () => {
    const { id } = (await make({ type: 'static', hosts: undefined })).body
    const { body } = await change(id, { type: 'secret', hosts: ['api.example.com'] })
    expect(body).toMatchObject({ type: 'secret', value: MASK })
    expect(await openedValue(id)).toBe(VALUE)
    expect((await administrator.call('GET', '/variables')).text).not.toContain(VALUE)
  })

  test('are in the audit log with their hosts, without their values', async () => {
    const { id, name } = (await make({ value: 'a-value-for-the-log' })).body
    await change(id, { value: 'the-next-for-the-log', hosts: ['api.example.com', 'b.example.com'] })
    const { text, body } = await administrator.call<{ data: { action: string; subject: object }[] }>(
      'GET',
      '/audit/entries?limit=2',
    )
    expect(text).not.toContain('for-the-log')
    expect(body.data).toMatchObject([
      {
        action: 'variable.updated',
        subject: { name },
        before: { hosts: ['api.example.com'] },
        after: { hosts: ['api.example.com', 'b.example.com'], hasNewValue: true },
      },
      { action: 'variable.created', after: { type: 'secret', hosts: ['api.example.com'] } },
    ])
  })
})
