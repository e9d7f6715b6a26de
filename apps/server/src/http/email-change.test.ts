import { databaseKinds, statementsOf } from '@runnel/db/testing'
import { hashToken } from '@runnel/drivers'
import { createEmailChange } from '@runnel/operations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { APP_URL, PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const MINUTE_MS = 60_000
const OTHER = 'Another-Staple-8'

describe.each(databaseKinds)('a new address on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const anonymous = () => scene.server.anonymous()
  const person = (name: string) => scene.makeMember(`${name}@example.com`, ['chatflows:view'])
  const ask = (caller: TestCaller, email: string, password = PASSWORD) =>
    caller.call('PUT', '/account/email', { email, password })
  const confirm = (caller: TestCaller, tempToken: string) =>
    caller.call('POST', '/account/confirm-email-change', { user: { tempToken } })
  const opens = async (email: string, password = PASSWORD) =>
    (await anonymous().call('POST', '/auth/login', { email, password })).status === 200
  const textTo = async (email: string) => (await scene.mail?.take(email))?.text ?? ''
  const linkIn = (text: string) => /http\S+/.exec(text)?.[0]

  test('counts once its own mailbox shows it to somebody who is signed in, and both mailboxes are told', async () => {
    const [email, next] = ['hal@example.com', 'hal.new@example.com']
    const { caller } = await person('hal')
    expect(await ask(caller, next, 'Wrong-Staple-1')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'password' }] },
    })
    expect(await ask(caller, next)).toMatchObject({
      status: 200,
      body: { emailChangePending: true, pendingEmail: next },
    })
    const notice = await textTo(email)
    expect(notice).toContain(next)
    expect(notice).toContain('change your password at once')
    expect(linkIn(notice)).toBeUndefined()
    const link = linkIn(await textTo(next))
    expect(link?.startsWith(`${APP_URL}/confirm-email-change?`)).toBe(true)
    expect([await opens(email), await opens(next)]).toEqual([true, false])
    expect(await confirm(caller, tokenOf(link))).toMatchObject({ status: 200, body: { message: 'success' } })
    expect([await opens(email), await opens(next)]).toEqual([false, true])
    expect((await caller.call('GET', '/auth/session')).status).toBe(401)
    expect(await textTo(email)).toContain('tell your administrator at once')
    expect(await textTo(next)).toContain(next)
    expect((await confirm(await scene.signIn(next), tokenOf(link))).status).toBe(400)
  })

  test('is not confirmed by the link alone, nor by somebody else, and waits for its owner', async () => {
    const { caller } = await person('ida')
    const next = 'ida.new@example.com'
    await ask(caller, next)
    const token = await scene.tokenFromMail(next)
    for (const other of [anonymous(), scene.administrator, (await person('ike')).caller])
      expect(await confirm(other, token)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', reason: 'email_change_sign_in' },
      })
    const withoutHeader = { 'x-request-from': '' }
    const body = { user: { tempToken: token } }
    expect((await caller.call('POST', '/account/confirm-email-change', body, withoutHeader)).status).toBe(400)
    expect(await opens('ida@example.com')).toBe(true)
    expect((await confirm(await scene.signIn('ida@example.com'), token)).status).toBe(200)
  })

  test('of somebody who has an account is answered, kept and mailed as one that is free, and never counts', async () => {
    const { caller } = await person('jan')
    await person('kay')
    const workOf = async (email: string) => {
      const answers: Awaited<ReturnType<typeof ask>>[] = []
      const statements = await scene.withMailsHeld(() =>
        statementsOf(async () => answers.push(await ask(caller, email))),
      )
      const [answer] = answers
      const notice = await textTo('jan@example.com')
      const text = answer?.text.replaceAll(email, 'ADDRESS')
      return {
        status: answer?.status,
        text,
        headers: [...(answer?.headers.keys() ?? [])],
        notice: notice.replaceAll(email, 'ADDRESS'),
        statements,
      }
    }
    const free = await workOf('jan.new@example.com')
    expect(free).toMatchObject({ status: 200, statements: { length: expect.toSatisfy((n) => n > 4) } })
    await textTo('jan.new@example.com')
    expect(await workOf('kay@example.com')).toEqual(free)
    const told = await textTo('kay@example.com')
    expect(told).toContain('has an account')
    expect(told).not.toContain('confirm-email-change')
    expect(await opens('kay@example.com')).toBe(true)
  })

  test('that got an account meanwhile stays with that one', async () => {
    const { caller } = await person('lea')
    const next = 'lea.new@example.com'
    await ask(caller, next)
    const token = await scene.tokenFromMail(next)
    await person('lea.new')
    expect(await confirm(caller, token)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'email' }] },
    })
    expect(await opens('lea@example.com')).toBe(true)
  })

  test('takes no link that is late, or of before a newer request', async () => {
    const { caller } = await person('max')
    await ask(caller, 'max.one@example.com')
    const first = await scene.tokenFromMail('max.one@example.com')
    await ask(caller, 'max.two@example.com')
    const second = await scene.tokenFromMail('max.two@example.com')
    expect((await confirm(caller, first)).status).toBe(400)
    scene.pass(61 * MINUTE_MS)
    const late = await scene.signIn('max@example.com')
    expect((await confirm(late, second)).status).toBe(400)
    expect(await opens('max@example.com')).toBe(true)
  })

  test('is shown to its owner while it waits, and ends when they give it up', async () => {
    const { caller } = await person('mia')
    const next = 'mia.new@example.com'
    const nothing = { pendingEmail: null, expiresDate: null }
    expect(await caller.expect(200, 'GET', '/account/email')).toEqual(nothing)
    await caller.expect(200, 'DELETE', '/account/email')
    await ask(caller, next)
    const token = await scene.tokenFromMail(next)
    const waiting = { pendingEmail: next, expiresDate: expect.any(String) }
    expect(await caller.expect(200, 'GET', '/account/email')).toEqual(waiting)
    expect(await (await person('moe')).caller.expect(200, 'GET', '/account/email')).toEqual(nothing)
    await caller.expect(200, 'DELETE', '/account/email')
    expect(await caller.expect(200, 'GET', '/account/email')).toEqual(nothing)
    expect((await confirm(caller, token)).status).toBe(400)
    expect(await opens('mia@example.com')).toBe(true)
    scene.pass(3 * MINUTE_MS)
    await ask(caller, next)
    scene.pass(61 * MINUTE_MS)
    expect(await (await scene.signIn('mia@example.com')).expect(200, 'GET', '/account/email')).toEqual(
      nothing,
    )
  })

  test.each(['changed', 'replaced by a link'])(
    'is asked for in vain once the password is %s',
    async (way) => {
      const name = way === 'changed' ? 'ned' : 'nan'
      const email = `${name}@example.com`
      const next = `${name}.new@example.com`
      const { caller } = await person(name)
      await ask(caller, next)
      const token = await scene.tokenFromMail(next)
      if (way === 'changed') {
        const passwords = { oldPassword: PASSWORD, newPassword: OTHER }
        await caller.expect(200, 'PUT', '/account/password', passwords)
      } else {
        await textTo(email)
        await anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
        const tempToken = await scene.tokenFromMail(email)
        const body = { user: { email, tempToken, password: OTHER } }
        await anonymous().expect(200, 'POST', '/account/reset-password', body)
      }
      expect((await confirm(await scene.signIn(email, OTHER), token)).status).toBe(400)
      expect(await opens(email, OTHER)).toBe(true)
    },
  )

  test('leaves no link for a new password in the old mailbox', async () => {
    const [email, next] = ['oda@example.com', 'oda.new@example.com']
    const { caller } = await person('oda')
    await anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
    const reset = await scene.tokenFromMail(email)
    await ask(caller, next)
    expect((await confirm(caller, await scene.tokenFromMail(next))).status).toBe(200)
    const body = { user: { email: next, tempToken: reset, password: OTHER } }
    expect((await anonymous().call('POST', '/account/reset-password', body)).status).toBe(400)
    expect(await opens(next)).toBe(true)
  })

  test('is told nobody by its link: a link of before, which went to the old mailbox, opens nothing', async () => {
    const { caller, id } = await person('pia')
    const token = 'a-link-of-before-that-went-to-the-old-mailbox'
    const expiresAt = Date.now() + MINUTE_MS
    await scene.server.context.db.system.tokens.add({
      hash: hashToken(token),
      purpose: 'email-change',
      userId: id,
      expiresAt,
      data: { email: 'pia.new@example.com' },
    })
    expect((await confirm(caller, token)).status).toBe(400)
    expect(await opens('pia@example.com')).toBe(true)
  })

  test('mails a stranger once in two minutes, however often somebody asks', async () => {
    const { caller } = await person('quinn')
    const statuses: number[] = []
    for (let index = 0; index < 11; index++)
      statuses.push((await ask(caller, 'a-stranger@example.org')).status)
    expect(statuses).toEqual([200, ...Array.from({ length: 10 }, () => 429)])
  })

  test('is made by the operator as well, for its owner to open', async () => {
    const { context } = scene.server
    const { caller } = await person('rob')
    const [from, to] = ['rob@example.com', 'rob.new@example.com']
    await expect(createEmailChange(context, { from: 'nobody@example.com', to })).rejects.toThrow(
      'No user has',
    )
    await expect(createEmailChange(context, { from, to: ADMINISTRATOR.email })).rejects.toThrow(
      'account already',
    )
    await expect(createEmailChange(context, { from, to: 'rob' })).rejects.toThrow('cannot be used')
    const { token } = await createEmailChange(context, { from: 'Rob@Example.com', to: 'Rob.New@example.com' })
    expect((await confirm(anonymous(), token)).status).toBe(400)
    expect((await confirm(caller, token)).status).toBe(200)
    expect(await opens(to)).toBe(true)
  })

  test('writes to few strangers, however many addresses somebody says are theirs', async () => {
    const { caller } = await person('quentin')
    const statuses: number[] = []
    for (let index = 0; index < 14; index++)
      statuses.push((await ask(caller, `stranger-${index}@example.org`)).status)
    expect(statuses.filter((status) => status === 200).length).toBe(10)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe.each(databaseKinds)('a new address without mail on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false })
  })
  afterAll(() => scene.stop())

  test('is the operator’s to give, and nobody sees the link of their own', async () => {
    const email = 'sam@example.com'
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    const next = 'sam.new@example.com'
    for (const [path, body] of [
      ['/account/email', { email: next, password: PASSWORD }],
      ['/user', { id, email: next, oldPassword: PASSWORD }],
    ] as const)
      expect(await caller.call('PUT', path, body)).toMatchObject({
        status: 400,
        body: { reason: 'email_change_needs_operator' },
      })
    expect((await caller.call('GET', '/auth/session')).body).toMatchObject({ email })
  })

  test('of an administrator counts at once, as they could make an account of it, but not where strangers do', async () => {
    const { administrator, server } = scene
    const change = (email: string) =>
      administrator.call('PUT', '/account/email', { email, password: ADMINISTRATOR.password })
    const { settings } = server.context
    server.context.settings = { ...settings, platformType: 'cloud' }
    expect((await change('ada.new@example.com')).status).toBe(400)
    server.context.settings = settings
    expect(await change('ada.new@example.com')).toMatchObject({
      status: 200,
      body: { emailChangePending: false },
    })
    await scene.makeMember('tom@example.com', ['chatflows:view'])
    expect(await change('tom@example.com')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'email' }] },
    })
    expect((await administrator.call('GET', '/auth/session')).body).toMatchObject({
      email: 'ada.new@example.com',
    })
  })
})
