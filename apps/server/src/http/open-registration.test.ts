import { databaseKinds, statementsOf } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const LATER_MS = 3 * 60_000
const OWN = 'Another-Staple-8'
const THIRD = 'Third-Staple-9'

describe.each(databaseKinds)('open registration on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { env: { PLATFORM_TYPE: 'cloud' } })
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const anonymous = () => scene.server.anonymous()
  const register = (email: string, credential = PASSWORD, name = 'Eve') =>
    anonymous().call<{ workspace: { id: string } }>('POST', '/account/register', {
      user: { name, email, credential },
    })
  const login = (email: string, password = PASSWORD) =>
    anonymous().call<{ code: string; name: string }>('POST', '/auth/login', { email, password })
  const verify = (tempToken: string, password = PASSWORD) =>
    anonymous().call('POST', '/account/verify', { user: { tempToken, password } })
  const forgot = (email: string) =>
    anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
  const reset = (email: string, tempToken: string, password: string) =>
    anonymous().call('POST', '/account/reset-password', { user: { email, tempToken, password } })

  test('makes an organisation of its own when its mailbox and its password are proved [S7-ACC-03 S7-ACC-04]', async () => {
    const email = 'eve@example.com'
    expect((await register(email)).status).toBe(201)
    const first = await scene.tokenFromMail(email)
    expect(await login(email)).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
    scene.pass(LATER_MS)
    await anonymous().expect(201, 'POST', '/account/resend-verification', { email })
    const second = await scene.tokenFromMail(email)
    expect(await verify(second, OWN)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'user.password', reason: 'registration_password_wrong' }] },
    })
    expect((await verify(second)).status).toBe(201)
    expect((await verify(first)).status).toBe(400)
    expect((await verify(second)).status).toBe(400)
    const answer = await login(email)
    expect(answer).toMatchObject({ status: 200, body: { isOrganizationAdmin: true, name: 'Eve' } })
  })

  test('brings no password of a stranger to life, whatever the owner of the mailbox opens', async () => {
    const email = 'victim@example.com'
    await register(email, PASSWORD, 'Stranger')
    const mail = await scene.mail?.take(email)
    expect(mail?.text).toContain('Stranger')
    const ofStranger = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
    scene.pass(LATER_MS)
    await register(email, OWN, 'Victim')
    const ofOwner = await scene.tokenFromMail(email)
    expect((await verify(ofStranger, OWN)).status).toBe(400)
    expect((await verify(ofOwner, OWN)).status).toBe(201)
    expect((await verify(ofStranger)).status).toBe(400)
    expect((await login(email)).status).toBe(401)
    expect(await login(email, OWN)).toMatchObject({ status: 200, body: { name: 'Victim' } })
  })

  test('is left by a forgotten password, which confirms the address and ends what was registered', async () => {
    const email = 'forgot@example.com'
    await register(email, PASSWORD, 'Stranger')
    const ofStranger = await scene.tokenFromMail(email)
    await forgot(email)
    expect((await reset(email, await scene.tokenFromMail(email), OWN)).status).toBe(200)
    expect((await verify(ofStranger)).status).toBe(400)
    expect((await login(email)).status).toBe(401)
    expect(await login(email, OWN)).toMatchObject({
      status: 200,
      body: { name: 'forgot', isOrganizationAdmin: true },
    })
  })

  test('that nobody confirms opens nothing, is nobody of any organisation, and ends after a day', async () => {
    const email = 'late@example.com'
    await register(email)
    const token = await scene.tokenFromMail(email)
    const { accounts } = scene.server.context.db.system
    const account = await accounts.findUserByEmail(email)
    expect(account).toMatchObject({ status: 'unverified', passwordHash: null, name: '' })
    const adopted = await scene.administrator.call('POST', '/organizationuser', {
      userId: account?.id,
      roleId: (await ownRoles()).member,
    })
    expect(adopted.status).toBe(404)
    scene.pass(25 * 60 * 60_000)
    expect((await verify(token)).status).toBe(400)
    await anonymous().expect(201, 'POST', '/account/resend-verification', { email })
    expect((await reset(email, await scene.tokenFromMail(email), THIRD)).status).toBe(200)
    expect((await login(email, THIRD)).status).toBe(200)
  })

  const ownRoles = async () => {
    const roles = await scene.server.context.db.organization(scene.organizationId).read.listBuiltInRoles()
    return { member: roles.find(({ builtIn }) => builtIn === 'member')?.id ?? '' }
  }

  test('answers for an address that is taken as for any other, and tells its owner alone', async () => {
    const answer = await register(ADMINISTRATOR.email)
    expect(answer.status).toBe(201)
    expect((await scene.mail?.take(ADMINISTRATOR.email))?.text).toContain('There is one: sign in with it')
    const { routes } = scene.server.context.db.system
    expect(await routes.listWorkspaceIds()).not.toContain(answer.body.workspace.id)
    const { email, password } = ADMINISTRATOR
    expect((await login(email, password)).status).toBe(200)
  })

  test('tells by no later sign-in whether there was an account', async () => {
    const [known, fresh] = [ADMINISTRATOR.email, 'fresh@example.com']
    scene.pass(LATER_MS)
    const answers = []
    for (const email of [known, fresh]) {
      await register(email, OWN)
      await scene.mail?.take(email)
      const { status, body } = await login(email, OWN)
      answers.push({ status, code: body.code })
    }
    expect(answers).toEqual([
      { status: 401, code: 'wrong_credentials' },
      { status: 401, code: 'wrong_credentials' },
    ])
  })

  test('does nothing before it is answered but hash the password', async () => {
    scene.pass(2 * LATER_MS)
    const { accounts } = scene.server.context.db.system
    const { findUserByEmail } = accounts
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    accounts.findUserByEmail = async (email) => {
      await held
      return findUserByEmail(email)
    }
    try {
      for (const email of [ADMINISTRATOR.email, 'held@example.com']) {
        const statements = await scene.withMailsHeld(() => statementsOf(() => register(email)))
        // Whether anybody can sign in yet.
        expect(statements.length).toBeLessThanOrEqual(1)
      }
    } finally {
      accounts.findUserByEmail = findUserByEmail
      goOn()
    }
    for (const email of [ADMINISTRATOR.email, 'held@example.com']) await scene.mail?.take(email)
  })

  test('an invitation to somebody of another organisation asks them', async () => {
    const eve = await scene.signIn('eve@example.com')
    const own = await eve.expect<{ activeWorkspaceId: string; roleId: string }>(200, 'GET', '/auth/session')
    const place = { workspace: { id: own.activeWorkspaceId }, role: { id: own.roleId } }
    const { email, password } = ADMINISTRATOR
    const invited = await eve.expect(201, 'POST', '/account/invite', { user: { email }, ...place })
    expect(invited).toMatchObject({ user: { status: 'invited', name: 'ada' } })
    const tempToken = await scene.tokenFromMail(email)
    const seen = async () =>
      (await scene.administrator.expect<{ assignedWorkspaces: object[] }>(200, 'GET', '/auth/session'))
        .assignedWorkspaces.length
    expect(await seen()).toBe(1)
    const accept = (credential: string) =>
      anonymous().call('POST', '/account/register', { user: { name: 'Ada', email, credential, tempToken } })
    expect((await accept(PASSWORD)).status).toBe(400)
    expect((await accept(password)).status).toBe(201)
    expect(await seen()).toBe(2)
  })
})
