import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { APP_URL, PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const MINUTE_MS = 60_000
const OTHER = 'Another-Staple-8'

describe.each(databaseKinds)('an account on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const anonymous = () => scene.server.anonymous()
  const forgot = (email: string, headers?: Record<string, string>) =>
    anonymous().call('POST', '/account/forgot-password', { user: { email } }, headers)
  const reset = (email: string, tempToken: unknown, password = OTHER) =>
    anonymous().call('POST', '/account/reset-password', { user: { email, tempToken, password } })
  const status = async (caller: { call: PeopleScene['administrator']['call'] }) =>
    (await caller.call('GET', '/auth/session')).status

  test('gets a new password by a mailed link, once, and its sessions end [S7-ACC-05 S7-ACC-06]', async () => {
    const email = 'bob@example.com'
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    expect(await forgot(email)).toMatchObject({ status: 201, body: { message: 'success' } })
    const mail = await scene.mail?.take(email)
    const link = /http\S+/.exec(mail?.text ?? '')?.[0]
    expect(link?.startsWith(`${APP_URL}/reset-password?`)).toBe(true)
    expect((await reset('ada@example.com', tokenOf(link))).status).toBe(400)
    expect(await reset(email, tokenOf(link))).toMatchObject({ status: 200, body: { message: 'success' } })
    expect(await status(caller)).toBe(401)
    expect((await reset(email, tokenOf(link), PASSWORD)).status).toBe(400)
    expect(await status(await scene.signIn(email, OTHER))).toBe(200)
  })

  test('that is unknown is answered as one that is known, and no mail goes out', async () => {
    const [known, unknown] = await Promise.all([forgot(ADMINISTRATOR.email), forgot('nobody@example.com')])
    const shape = (answer: typeof known) => ({
      status: answer.status,
      text: answer.text,
      headers: [...answer.headers.keys()].toSorted(),
    })
    expect(shape(unknown)).toEqual(shape(known))
    await scene.mail?.take(ADMINISTRATOR.email)
    expect(scene.mail?.mails.filter(({ to }) => to.includes('nobody@example.com'))).toEqual([])
  })

  test('takes no link that is late, of before a newer one, or for something else', async () => {
    const email = 'carl@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    await forgot(email)
    const first = await scene.tokenFromMail(email)
    scene.pass(3 * MINUTE_MS)
    await forgot(email)
    const second = await scene.tokenFromMail(email)
    expect((await reset(email, first)).status).toBe(400)
    scene.pass(61 * MINUTE_MS)
    expect((await reset(email, second)).status).toBe(400)
    const verify = { user: { tempToken: second } }
    expect((await anonymous().call('POST', '/account/verify', verify)).status).toBe(400)
    for (const wrong of [null, '', [], {}, undefined]) expect((await reset(email, wrong)).status).toBe(400)
    expect(await status(await scene.signIn(email))).toBe(200)
  })

  test('has its mailbox flooded by nobody', async () => {
    const email = 'dave@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    await forgot(email)
    await scene.mail?.take(email)
    const looks = vi.spyOn(scene.server.context.db.system.tokens, 'newestAt')
    await forgot(email, { 'accept-language': 'de' })
    await expect.poll(() => looks.mock.results.length).toBe(1)
    await looks.mock.results[0]?.value
    // What was found is judged by the clock before that one goes on.
    await new Promise(setImmediate)
    looks.mockRestore()
    scene.pass(3 * MINUTE_MS)
    await forgot(email, { 'accept-language': 'en' })
    expect((await scene.mail?.take(email))?.text).toContain('Set a new password by this link')
  })

  test('is not led astray by the host of a call', async () => {
    const email = 'edna@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    await forgot(email, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' })
    const mail = await scene.mail?.take(email)
    expect(mail?.text).toContain(`${APP_URL}/reset-password?`)
    expect(mail?.raw).not.toContain('evil.example')
  })

  test('is written to in German where the browser asks for it', async () => {
    const email = 'fritz@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    await forgot(email, { 'accept-language': 'fr, de-CH;q=0.9, en;q=0.5' })
    expect((await scene.mail?.take(email))?.text).toContain('Mit diesem Link setzen Sie ein neues Passwort')
  })

  test('changes its password only with the old one; other browsers are signed out and the owner is told', async () => {
    const email = 'gil@example.com'
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    const second = await scene.signIn(email)
    const change = (oldPassword: string) =>
      caller.call('PUT', '/account/password', { oldPassword, newPassword: OTHER })
    expect(await change('Wrong-Staple-1')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'oldPassword' }] },
    })
    expect((await caller.call('PUT', '/account/password', { newPassword: OTHER })).status).toBe(400)
    expect(await status(second)).toBe(200)
    expect((await change(PASSWORD)).status).toBe(200)
    expect([await status(caller), await status(second)]).toEqual([200, 401])
    expect((await scene.mail?.take(email))?.text).toContain('Your password was changed')
    const late = { email, password: PASSWORD }
    expect((await anonymous().call('POST', '/auth/login', late)).status).toBe(401)
  })

  test('is asked for its password no more often than at the sign-in', async () => {
    const { caller } = await scene.makeMember('gus@example.com', ['chatflows:view'])
    const guess = () =>
      caller.call('PUT', '/account/password', { oldPassword: 'Wrong-Staple-1', newPassword: OTHER })
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  test('is deleted with its password, and forgotten; the last administrator stays', async () => {
    const email = 'jane@example.com'
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    const remove = (by: typeof caller, password: string, confirmationText = 'permanently delete') =>
      by.call('DELETE', '/account/delete', { confirmationText, password })
    expect((await remove(caller, PASSWORD, 'yes')).status).toBe(400)
    expect((await remove(caller, 'Wrong-Staple-1')).status).toBe(400)
    expect((await remove(caller, PASSWORD)).status).toBe(200)
    expect(await status(caller)).toBe(401)
    const gone = await scene.server.context.db.system.accounts.findUser(id)
    expect(gone).toMatchObject({ status: 'deleted', name: 'Deleted user', passwordHash: null })
    expect(JSON.stringify(gone)).not.toContain('jane')
    // Nobody takes in an account that is nobody's any more.
    const roles = await scene.administrator.expect<{ id: string; builtIn: string | null }[]>(
      200,
      'GET',
      '/role',
    )
    for (const { id: roleId } of roles.filter(({ builtIn }) => builtIn === 'owner' || builtIn === 'member')) {
      const taken = await scene.administrator.call('POST', '/organizationuser', { userId: id, roleId })
      expect(taken.status).toBe(404)
    }
    const refused = await remove(scene.administrator, ADMINISTRATOR.password)
    expect(refused.status).toBe(409)
    // Who governs several learns of which one they are the last.
    const { name } = await scene.administrator.expect<{ name: string }>(200, 'GET', '/organization')
    expect(refused.body).toMatchObject({
      reason: 'own_last_administrator',
      details: { name },
      message: expect.stringContaining(name),
    })
  })

  test.each([
    ['/account/password', (_id: string) => ({})],
    ['/user', (id: string) => ({ id })],
  ])('ends the links that were asked for before, with a new password by %s', async (path, whose) => {
    const email = `links${path.replaceAll('/', '-')}@example.com`
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    await forgot(email)
    const ofReset = await scene.tokenFromMail(email)
    await caller.expect(200, 'PUT', '/account/email', { email: `new-${email}`, password: PASSWORD })
    const tempToken = await scene.tokenFromMail(`new-${email}`)
    await caller.expect(200, 'PUT', path, { ...whose(id), oldPassword: PASSWORD, newPassword: OTHER })
    await scene.mail?.take(email)
    expect((await reset(email, ofReset, 'Third-Staple-9')).status).toBe(400)
    const confirm = await caller.call('POST', '/account/confirm-email-change', { user: { tempToken } })
    expect(confirm.status).toBe(400)
    expect(await status(await scene.signIn(email, OTHER))).toBe(200)
  })

  test('ends the links that were asked for before, with a reset and with another address', async () => {
    const email = 'lena@example.com'
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    await caller.expect(200, 'PUT', '/account/email', { email: 'thief@example.com', password: PASSWORD })
    const tempToken = await scene.tokenFromMail('thief@example.com')
    await scene.mail?.take(email)
    await forgot(email)
    expect((await reset(email, await scene.tokenFromMail(email))).status).toBe(200)
    // That there is another password.
    await scene.mail?.take(email)
    const back = await scene.signIn(email, OTHER)
    const late = await back.call('POST', '/account/confirm-email-change', { user: { tempToken } })
    expect(late.status).toBe(400)
    scene.pass(3 * MINUTE_MS)
    await forgot(email)
    const ofOldMailbox = await scene.tokenFromMail(email)
    const again = await scene.signIn(email, OTHER)
    await again.expect(200, 'PUT', '/account/email', { email: 'lena.new@example.com', password: OTHER })
    const wanted = { user: { tempToken: await scene.tokenFromMail('lena.new@example.com') } }
    await again.expect(200, 'POST', '/account/confirm-email-change', wanted)
    expect((await reset('lena.new@example.com', ofOldMailbox, 'Third-Staple-9')).status).toBe(400)
  })

  test('sees its browsers and signs them out, its own only [S4-SESS-03]', async () => {
    const email = 'kim@example.com'
    const { caller: first } = await scene.makeMember(email, ['chatflows:view'])
    const phone = anonymous()
    await phone.call('POST', '/auth/login', { email, password: PASSWORD }, { 'user-agent': 'Phone <b>1</b>' })
    const third = await scene.signIn(email)
    await first.call('POST', '/account/logout', {})
    const caller = await scene.signIn(email)
    const list = () =>
      caller.expect<{ id: string; isCurrent: boolean; device: string }[]>(200, 'GET', '/account/sessions')
    const listed = await list()
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const ofPhone = listed.find(({ device }) => device.includes('Phone'))
    expect(ofPhone).toMatchObject({ device: 'Phone <b>1</b>', address: '127.0.0.1' })
    const foreign = await scene.administrator.call('DELETE', `/account/sessions/${ofPhone?.id}`)
    expect(foreign.status).toBe(404)
    expect(await status(phone)).toBe(200)
    await caller.expect(200, 'DELETE', `/account/sessions/${ofPhone?.id}`)
    expect([await status(phone), await status(third)]).toEqual([401, 200])
    expect(await caller.expect(200, 'DELETE', '/account/sessions')).toEqual({ ended: 1, newer: 0 })
    expect([await status(third), await status(caller)]).toEqual([401, 200])
    expect(await list()).toHaveLength(1)
  })

  test('cannot be kept out by a session that was stolen: it ends none that signed in after it', async () => {
    const email = 'robbed@example.com'
    const { caller: thief } = await scene.makeMember(email, ['chatflows:view'])
    scene.pass(1_000)
    const owner = await scene.signIn(email)
    const own = await owner.expect<{ id: string; isCurrent: boolean }[]>(200, 'GET', '/account/sessions')
    const id = own.find(({ isCurrent }) => isCurrent)?.id
    expect(await thief.expect(200, 'DELETE', '/account/sessions')).toEqual({ ended: 0, newer: 1 })
    const refused = await thief.call('DELETE', `/account/sessions/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { reason: 'session_newer' } })
    expect(await status(owner)).toBe(200)
    expect(await owner.expect(200, 'DELETE', '/account/sessions')).toEqual({ ended: 1, newer: 0 })
    expect(await status(thief)).toBe(401)
  })

  test('is told of no secret, anywhere', async () => {
    const dump = await scene.server.dump()
    for (const { text } of scene.mail?.mails ?? []) {
      const link = /http\S+token=\S+/.exec(text)?.[0]
      if (link) expect(dump).not.toContain(tokenOf(link))
    }
  })
})
