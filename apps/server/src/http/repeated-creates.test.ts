import type { ApiKey, Invitation, InvitationResult } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const named = (key: string) => ({ 'idempotency-key': key })
const key = { keyName: 'Shop', permissions: ['chatflows:view'] }

describe.each(databaseKinds)('a creation that is sent again because its answer was lost, on %s', (kind) => {
  let scene: PeopleScene
  let administrator: TestCaller
  let role: string
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    administrator = scene.administrator
    role = await scene.makeRole(['chatflows:view'])
  })
  afterAll(() => scene.stop())

  const createKey = (caller: TestCaller, name: string) =>
    caller.call<ApiKey[]>('POST', '/apikey', key, named(name))
  const newOf = (keys: ApiKey[]) => keys.find(({ isNew }) => isNew)

  test('shows the same API key once more, and there is one', async () => {
    const [first, second] = [await createKey(administrator, 'lost'), await createKey(administrator, 'lost')]
    expect([first.status, second.status]).toEqual([200, 200])
    const shown = newOf(first.body)
    expect(shown?.apiKey).toMatch(/^rk_/)
    expect(newOf(second.body)).toEqual(shown)
    const keys = await administrator.expect<ApiKey[]>(200, 'GET', '/apikey')
    expect(keys.map(({ keyName }) => keyName)).toEqual(['Shop'])
    const bearer = { authorization: `Bearer ${shown?.apiKey}` }
    const { status } = await scene.server.anonymous().call('GET', '/chatflows', undefined, bearer)
    expect(status).toBe(200)
  })

  test('shows a secret to its caller alone, and lies sealed', async () => {
    const shown = newOf((await createKey(administrator, 'sealed')).body)
    expect(await scene.server.dump()).not.toContain(shown?.apiKey)
    const { caller } = await scene.makeMember('other@example.com', ['apikeys:create', 'chatflows:view'])
    const theirs = newOf((await createKey(caller, 'sealed')).body)
    expect(theirs?.apiKey).toMatch(/^rk_/)
    expect(theirs?.apiKey).not.toBe(shown?.apiKey)
  })

  test('is not made again where no key opens its answer any more', async () => {
    await createKey(administrator, 'unreadable')
    const before = await administrator.expect<ApiKey[]>(200, 'GET', '/apikey')
    const { id, activeWorkspaceId } = await administrator.expect<{ id: string; activeWorkspaceId: string }>(
      ...([200, 'GET', '/auth/session'] as const),
    )
    const principal = `user:${id} ${activeWorkspaceId}`
    const use = { principal, key: 'unreadable', status: 200, response: 'sealed by a key that is gone' }
    await scene.server.context.db.system.idempotency.complete(use)
    expect(await createKey(administrator, 'unreadable')).toMatchObject({
      status: 409,
      body: { reason: 'create_interrupted' },
    })
    expect(await administrator.expect<ApiKey[]>(200, 'GET', '/apikey')).toHaveLength(before.length)
  })

  test('invites once, by one mail, whose link goes on working', async () => {
    const body = {
      user: { email: 'one@example.com' },
      workspace: { id: scene.workspaceId },
      role: { id: role },
    }
    const invite = () => administrator.call<Invitation>('POST', '/account/invite', body, named('one'))
    const [first, second] = [await invite(), await invite()]
    expect([first.status, second]).toMatchObject([201, { status: 201, body: first.body }])
    await acceptByFirstMail('one@example.com')
  })

  test('invites several once, each by one mail', async () => {
    const emails = ['two@example.com', 'three@example.com']
    const users = emails.map((email) => ({ email }))
    const body = { users, workspace: { id: scene.workspaceId }, role: { id: role } }
    const invite = () =>
      administrator.call<{ results: InvitationResult[] }>('POST', '/account/invitations', body, named('many'))
    const [first, second] = [await invite(), await invite()]
    expect(first.body.results.map(({ outcome }) => outcome)).toEqual(['invited', 'invited'])
    expect(second).toMatchObject({ status: 201, body: first.body })
    for (const email of emails) await acceptByFirstMail(email)
  })

  test('makes one token for SCIM, and shows it again', async () => {
    const make = () =>
      administrator.call<{ token: string }>('POST', '/provisioning/token', { name: 'Entra' }, named('token'))
    const [first, second] = [await make(), await make()]
    expect([first.status, second]).toMatchObject([201, { status: 201, body: first.body }])
    expect(await scene.server.dump()).not.toContain(first.body.token)
    const { tokens } = await administrator.expect<{ tokens: object[] }>(200, 'GET', '/provisioning')
    expect(tokens).toHaveLength(1)
  })

  /** A second invitation would have ended the link of the first. */
  async function acceptByFirstMail(email: string): Promise<void> {
    const tempToken = await scene.tokenFromMail(email)
    const user = { name: 'New', email, credential: 'Correct-Horse-9', tempToken }
    expect((await scene.server.anonymous().call('POST', '/account/register', { user })).status).toBe(201)
  }
})
