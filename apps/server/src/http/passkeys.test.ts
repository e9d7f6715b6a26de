import type { Passkey } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import { createSoftwarePasskey, type Forgery, type SoftwarePasskey } from '../testing/software-passkey.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const MINUTE_MS = 60_000

interface Options {
  challenge: string
  user: { id: string }
}

interface Added {
  passkey: Passkey
  recoveryCodes?: string[]
}

describe.each(databaseKinds)('passkeys on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { env: { HOST: 'localhost' } })
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const makeKey = () => createSoftwarePasskey({ origin: scene.server.origin, rpId: 'localhost' })
  const beginAdding = (caller: TestCaller, proof: object = {}) =>
    caller.expect<Options>(200, 'POST', '/account/passkeys/options', { password: PASSWORD, ...proof })
  async function add(caller: TestCaller, key: SoftwarePasskey, name = 'Telephone') {
    const passkey = key.make(await beginAdding(caller))
    return caller.expect<Added>(200, 'POST', '/account/passkeys', { name, passkey })
  }
  /** Somebody with a passkey. */
  async function protect(email: string) {
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    const key = makeKey()
    const { passkey, recoveryCodes = [] } = await add(caller, key)
    return { caller, id, key, passkey, recoveryCodes }
  }
  const ask = (caller: TestCaller) => caller.expect<Options>(200, 'POST', '/auth/passkey/options', {})
  const open = (caller: TestCaller, passkey: object) => caller.call('POST', '/auth/passkey', { passkey })
  async function tryKey(key: SoftwarePasskey, forgery: Forgery = {}) {
    const caller = scene.server.anonymous()
    return open(caller, key.answer(await ask(caller), forgery))
  }
  const refused = { status: 401, body: { code: 'wrong_credentials' } }

  test('sign in alone, and say when they did', async () => {
    const { key, id, caller } = await protect('bob@example.com')
    const stranger = scene.server.anonymous()
    const answer = await open(stranger, key.answer(await ask(stranger)))
    expect(answer).toMatchObject({ status: 200, body: { id, email: 'bob@example.com' } })
    await stranger.expect(200, 'GET', '/auth/session')
    const [listed] = await caller.expect<Passkey[]>(200, 'GET', '/account/passkeys')
    expect(listed).toMatchObject({ name: 'Telephone', lastUsedAt: expect.any(String) })
    const activity = await scene.administrator.expect<{ data: object[] }>(
      200,
      'POST',
      '/audit/login-activity',
      { pageNo: 1 },
    )
    expect(activity.data[0]).toMatchObject({ username: 'bob@example.com', loginMode: 'passkey' })
  })

  test('are the second factor after the password, as a recovery code is', async () => {
    const email = 'carl@example.com'
    const { key, recoveryCodes } = await protect(email)
    const other = await protect('carla@example.com')
    const caller = scene.server.anonymous()
    const login = (proof: object) =>
      caller.call('POST', '/auth/login', { email, password: PASSWORD, ...proof })
    expect(await login({})).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required', factors: ['passkey'] },
    })
    expect([...caller.cookies.keys()]).toEqual([])
    expect(await login({ passkey: other.key.answer(await ask(caller)) })).toMatchObject({
      status: 401,
      body: { code: 'wrong_code' },
    })
    const passkey = key.answer(await ask(caller))
    expect((await login({ passkey })).status).toBe(200)
    expect((await login({ passkey })).status).toBe(401)
    expect((await login({ code: recoveryCodes[0] })).status).toBe(200)
    expect((await login({ code: recoveryCodes[0] })).status).toBe(401)
    expect((await login({ code: '000000' })).status).toBe(401)
  })

  test('answer a challenge once, however many answer it at once', async () => {
    const { key } = await protect('dora@example.com')
    const caller = scene.server.anonymous()
    const answer = key.answer(await ask(caller))
    const ticket = caller.cookies.get('passkey') ?? ''
    const tries = await Promise.all(
      [1, 2, 3].map(() => {
        const replayer = scene.server.anonymous()
        replayer.cookies.set('passkey', ticket)
        return open(replayer, answer)
      }),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  })

  test('answer the challenge of this browser, and while it stands', async () => {
    const { key } = await protect('emma@example.com')
    const [mine, theirs] = [scene.server.anonymous(), scene.server.anonymous()]
    const answer = key.answer(await ask(theirs))
    expect(await open(scene.server.anonymous(), answer)).toMatchObject(refused)
    await ask(mine)
    expect(await open(mine, answer)).toMatchObject(refused)
    const [challenge = '', end = '', signature] = (theirs.cookies.get('passkey') ?? '').split('.')
    mine.cookies.set('passkey', [challenge, Number(end) + MINUTE_MS, signature].join('.'))
    expect(await open(mine, answer)).toMatchObject(refused)
    scene.pass(6 * MINUTE_MS)
    expect(await open(theirs, answer)).toMatchObject(refused)
  })

  test.each<[string, Forgery]>([
    ['of another origin', { origin: 'https://evil.example.com' }],
    ['of another port', { origin: 'http://localhost:9999' }],
    ['for another site', { rpId: 'evil.example.com' }],
    ['inside a page of another origin', { isFramed: true }],
    ['without the verification of the person', { isUnverified: true }],
    ['in the name of somebody else', { userHandle: Buffer.from('somebody').toString('base64url') }],
  ])('are refused %s', async (name, forgery) => {
    const { key } = await protect(`${name.replaceAll(' ', '-')}@example.com`)
    expect(await tryKey(key, forgery)).toMatchObject(refused)
    expect((await tryKey(key)).status).toBe(200)
  })

  test('are refused with the signature of another one, and where nobody knows them', async () => {
    const { key, id: owner } = await protect('fred@example.com')
    const caller = scene.server.anonymous()
    const strange = makeKey()
    expect(await open(caller, strange.answer(await ask(caller)))).toMatchObject(refused)
    const { id, rawId } = key.answer({ challenge: 'x' })
    const userHandle = Buffer.from(owner).toString('base64url')
    const forged = { ...strange.answer(await ask(caller), { userHandle }), id, rawId }
    expect(await open(caller, forged)).toMatchObject(refused)
  })

  test('whose count goes back are copies, and do not open', async () => {
    const { key } = await protect('gina@example.com')
    expect((await tryKey(key, { counter: 7 })).status).toBe(200)
    expect(await tryKey(key, { counter: 7 })).toMatchObject(refused)
    expect(await tryKey(key, { counter: 3 })).toMatchObject(refused)
    expect((await tryKey(key, { counter: 8 })).status).toBe(200)
  })

  test('that never count open again and again', async () => {
    const { caller } = await scene.makeMember('hugo@example.com', ['chatflows:view'])
    const key = makeKey()
    const passkey = key.make(await beginAdding(caller), { counter: 0 })
    await caller.expect(200, 'POST', '/account/passkeys', { name: 'Cloud', passkey })
    expect((await tryKey(key, { counter: 0 })).status).toBe(200)
    expect((await tryKey(key, { counter: 0 })).status).toBe(200)
  })

  test('that never count answer a challenge once too: no count tells the second answer', async () => {
    const { caller } = await scene.makeMember('hilda@example.com', ['chatflows:view'])
    const key = makeKey()
    const passkey = key.make(await beginAdding(caller), { counter: 0 })
    await caller.expect(200, 'POST', '/account/passkeys', { name: 'Cloud', passkey })
    const stranger = scene.server.anonymous()
    const answer = key.answer(await ask(stranger), { counter: 0 })
    const ticket = stranger.cookies.get('passkey') ?? ''
    expect((await open(stranger, answer)).status).toBe(200)
    const replayer = scene.server.anonymous()
    replayer.cookies.set('passkey', ticket)
    expect(await open(replayer, answer)).toMatchObject(refused)
  })

  test('sign all other browsers out with the first one', async () => {
    const { caller } = await scene.makeMember('ilse@example.com', ['chatflows:view'])
    const other = await scene.signIn('ilse@example.com')
    const { recoveryCodes = [] } = await add(caller, makeKey())
    await caller.expect(200, 'GET', '/auth/session')
    expect((await other.call('GET', '/auth/session')).status).toBe(401)
    const body = { email: 'ilse@example.com', password: PASSWORD, code: recoveryCodes[0] }
    await other.expect(200, 'POST', '/auth/login', body)
    const passkey = makeKey().make(await beginAdding(caller, { code: recoveryCodes[1] }))
    await caller.expect(200, 'POST', '/account/passkeys', { name: 'Second', passkey })
    await other.expect(200, 'GET', '/auth/session')
  })

  test('are added by their proved owner only, in the sign-in that asked, by one answer', async () => {
    const { caller, key, recoveryCodes } = await protect('ida@example.com')
    const codes = recoveryCodes.values()
    const begin = () => beginAdding(caller, { code: codes.next().value })
    const path = '/account/passkeys'
    const wrong = await caller.call('POST', `${path}/options`, { password: 'Wrong-Staple-1' })
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'password' }] } })
    const bare = await caller.call('POST', `${path}/options`, { password: PASSWORD })
    expect(bare).toMatchObject({ status: 400, body: { issues: [{ path: 'code' }] } })
    const byPasskey = { password: PASSWORD, passkey: key.answer(await ask(caller)) }
    const second = makeKey()
    const passkey = second.make(await caller.expect<Options>(200, 'POST', `${path}/options`, byPasskey))
    const ticket = caller.cookies.get('passkey') ?? ''
    const { caller: other } = await scene.makeMember('jack@example.com', ['chatflows:view'])
    other.cookies.set('passkey', ticket)
    expect((await other.call('POST', path, { name: 'Stolen', passkey })).status).toBe(400)
    const { challenge } = await ask(caller)
    const unproved = makeKey().make({ challenge, user: { id: '' } })
    expect((await caller.call('POST', path, { name: 'Without', passkey: unproved })).status).toBe(400)
    caller.cookies.set('passkey', ticket)
    const added = await caller.expect<Added>(200, 'POST', path, { name: 'Stick', passkey })
    expect(added.recoveryCodes).toBeUndefined()
    caller.cookies.set('passkey', ticket)
    expect((await caller.call('POST', path, { name: 'Again', passkey })).status).toBe(409)
    const known = key.make(await begin())
    expect((await caller.call('POST', path, { name: 'Again', passkey: known })).status).toBe(409)
    const evil = makeKey().make(await begin(), {
      origin: 'https://evil.example',
    })
    expect((await caller.call('POST', path, { name: 'Evil', passkey: evil })).status).toBe(400)
    expect((await caller.expect<Passkey[]>(200, 'GET', path)).map(({ name }) => name)).toEqual([
      'Telephone',
      'Stick',
    ])
  })

  test('are renamed and removed by their owner; the last one takes the recovery codes along', async () => {
    const { caller, key, passkey, recoveryCodes } = await protect('kate@example.com')
    const { caller: other } = await scene.makeMember('liam@example.com', ['chatflows:view'])
    const path = `/account/passkeys/${passkey.id}`
    expect((await other.call('PUT', path, { name: 'Mine' })).status).toBe(404)
    expect((await other.call('DELETE', path, { password: PASSWORD })).status).toBe(404)
    expect(await caller.expect(200, 'PUT', path, { name: 'Old one' })).toMatchObject({ name: 'Old one' })
    expect(await caller.expect(200, 'GET', '/account/second-factor')).toEqual({
      isOn: false,
      hasPasskeys: true,
      recoveryCodesLeft: 10,
    })
    expect((await caller.call('DELETE', path, { password: 'Wrong-Staple-1' })).status).toBe(400)
    const bare = await caller.call('DELETE', path, { password: PASSWORD })
    expect(bare).toMatchObject({ status: 400, body: { issues: [{ path: 'code' }] } })
    await caller.expect(200, 'DELETE', path, { password: PASSWORD, code: recoveryCodes[0] })
    expect(await tryKey(key)).toMatchObject(refused)
    expect(await caller.expect(200, 'GET', '/account/second-factor')).toMatchObject({ recoveryCodesLeft: 0 })
    expect(recoveryCodes).toHaveLength(10)
    await scene.signIn('kate@example.com')
  })

  test('make new recovery codes with the password, and are reset by who manages users', async () => {
    const { caller, key, id, recoveryCodes } = await protect('mona@example.com')
    const path = '/account/second-factor'
    const codes = await caller.expect<{ recoveryCodes: string[] }>(200, 'POST', `${path}/recovery-codes`, {
      password: PASSWORD,
      passkey: key.answer(await ask(caller)),
    })
    const bare = { password: PASSWORD }
    expect((await caller.call('POST', `${path}/recovery-codes`, bare)).status).toBe(400)
    const login = (code: string | undefined) =>
      scene.server.anonymous().call('POST', '/auth/login', { email: 'mona@example.com', ...bare, code })
    expect((await login(recoveryCodes[0])).status).toBe(401)
    expect((await login(codes.recoveryCodes[0])).status).toBe(200)
    await scene.administrator.expect(200, 'DELETE', `${path}/${id}`)
    expect(await tryKey(key)).toMatchObject(refused)
    await scene.signIn('mona@example.com')
  })

  test('tell their owner by mail and the audit log', async () => {
    const { id } = await protect('nina@example.com')
    const mail = await scene.mail?.take('nina@example.com')
    expect(mail?.text).toContain('Telephone')
    const log = await scene.administrator.expect<{ data: object[] }>(
      200,
      'GET',
      '/audit/entries?action=passkey.added&limit=1',
    )
    expect(log.data).toMatchObject([{ subject: { name: 'Telephone' }, actor: { id } }])
  })
})
