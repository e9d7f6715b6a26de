import type { Invitation } from '@runnel/contract'
import { databaseKinds, statementsOf } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import type { TestAnswer, TestCaller } from '../testing/test-caller.ts'
import type { OtherOrganization } from '../testing/test-people.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const OWN = 'Own-Staple-Battery-3'
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** An organisation that a stranger made, with roles and a second workspace to give. */
type Stranger = OtherOrganization & Record<'viewer' | 'member' | 'further', string>

const MINUTE_MS = 60_000

describe.each(databaseKinds)('invitations of strangers on %s', (kind) => {
  let scene: PeopleScene
  let stranger: Stranger
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { env: { PLATFORM_TYPE: 'cloud' } })
    stranger = await addStranger()
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  async function addStranger(): Promise<Stranger> {
    const other = await scene.server.addOrganization()
    const organization = scene.server.context.db.organization(other.organizationId)
    const roles = await organization.read.listBuiltInRoles()
    const [viewer = '', member = ''] = ['viewer', 'member'].map(
      (name) => roles.find(({ builtIn }) => builtIn === name)?.id,
    )
    const further = await organization.write((writer) => writer.insertWorkspace({ name: 'Further' }))
    return { ...other, viewer, member, further }
  }
  const anonymous = () => scene.server.anonymous()
  const invitation = (email: string, { workspaceId, viewer }: Pick<Stranger, 'workspaceId' | 'viewer'>) => ({
    user: { email },
    workspace: { id: workspaceId },
    role: { id: viewer },
  })
  const invite = (email: string) =>
    stranger.caller.expect<Invitation>(201, 'POST', '/account/invite', invitation(email, stranger))
  const register = (email: string, more: object = {}) =>
    anonymous().call('POST', '/account/register', {
      user: { name: 'Somebody', email, credential: PASSWORD, ...more },
    })
  const signIn = (email: string, password: string) =>
    anonymous().call<{ assignedWorkspaces: { organizationId: string }[] }>('POST', '/auth/login', {
      email,
      password,
    })
  const reach = async (email: string, password = PASSWORD) => {
    const { status, body } = await signIn(email, password)
    return status === 200 ? body.assignedWorkspaces.map(({ organizationId }) => organizationId) : status
  }
  /** Takes mail away for a while, or not, and sets the platform. */
  async function under<T>(
    { platform, isMailed }: { platform: 'cloud' | 'enterprise'; isMailed: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    const { context } = scene.server
    const { mailer, settings } = context
    if (!isMailed) context.mailer = undefined
    context.settings = { ...settings, platformType: platform }
    try {
      return await work()
    } finally {
      Object.assign(context, { mailer, settings })
    }
  }

  /** What an organisation does with whom it invited, one call after the other. */
  async function* lookAt(email: string, by: Stranger): AsyncGenerator<TestAnswer<unknown>> {
    const { caller, organizationId, workspaceId, viewer, member, further } = by
    const call = (...asked: Parameters<TestCaller['call']>) => caller.call(...asked)
    const first = await caller.call<Invitation>('POST', '/account/invite', invitation(email, by))
    yield first
    const { id: userId } = first.body.user
    await scene.mail?.take(email)
    for (const place of [by, { workspaceId: further, viewer }]) {
      // One organisation mails an address once in two minutes.
      scene.pass(2 * MINUTE_MS)
      yield await call('POST', '/account/invite', invitation(email, place))
      await scene.mail?.take(email)
    }
    await expect.poll(async () => (await scene.server.context.db.system.mails.count()).waiting).toBe(0)
    const [name = ''] = email.split('@')
    for (const path of [
      `/user?email=${email}`,
      `/user?id=${userId}`,
      `/organizationuser?organizationId=${organizationId}&search=${name}&page=1&limit=10`,
      `/organizationuser?organizationId=${organizationId}&status=invited&search=${name}`,
      `/organizationuser?organizationId=${organizationId}&userId=${userId}`,
      `/workspaceuser?workspaceId=${workspaceId}&search=${name}&page=1&limit=10`,
      `/audit/entries?search=${name}&page=1&limit=10`,
    ])
      yield await call('GET', path)
    // Somebody tries the address at the front door, and the organisation looks into its log.
    for (const password of [PASSWORD, 'Wrong-Staple-1']) await signIn(email, password)
    yield await call('POST', '/audit/login-activity', { pageNo: 1, pageSize: 10 })
    yield await call('POST', '/organizationuser', { userId, roleId: member })
    yield await call('DELETE', `/account/second-factor/${userId}`)
    const place = { workspaceId: further, userId, roleId: viewer }
    yield await call('POST', '/workspaceuser', place)
    yield await call('PUT', '/workspaceuser', place)
    for (const status of ['disable', 'active'])
      yield await call('PUT', '/organizationuser', { userId, organizationId, status })
    yield await call('DELETE', `/organizationuser?organizationId=${organizationId}&userId=${userId}`)
  }

  const nameless = (text: string, name: string) =>
    text
      .replaceAll(name, 'NAME')
      .replaceAll(UUID, 'ID')
      .replaceAll(TIME, 'TIME')
      .replaceAll(/"hash":"\w+"/g, 'HASH')
      .replaceAll(/token=\S+/g, 'TOKEN')
  /** Answers without what differs from call to call: ids, times, and what the address is called. */
  const plain = ({ status, text, headers }: TestAnswer, name: string) => ({
    status,
    text: nameless(text, name),
    headers: [...headers.keys()],
  })

  test('see the same, byte for byte, whether or not an address has an account elsewhere', async () => {
    await scene.makeMember('known-one@example.com', ['chatflows:view'])
    const views = []
    for (const name of ['known-one', 'empty-one']) {
      const email = `${name}@example.com`
      const seen = []
      for await (const answer of lookAt(email, await addStranger())) seen.push(plain(answer, name))
      const mails = scene.mail?.mails.filter(({ to }) => to.includes(email)).slice(-3) ?? []
      views.push({ seen, texts: mails.map((mail) => nameless(mail.text, name)) })
    }
    const [known, unknown] = views
    expect(known?.texts).toHaveLength(3)
    expect(known).toEqual(unknown)
    expect(known?.seen.map(({ status }) => status)).toEqual([
      ...[201, 201, 201],
      ...[200, 200, 200, 200, 200, 200, 200],
      ...[200, 409, 404, 409, 200, 200, 200, 200],
    ])
    expect(await reach('known-one@example.com')).toEqual([scene.organizationId])
  })

  test('neither learn who came to the other organisation, nor are told what happens to an account there', async () => {
    const email = 'elsewhere@example.com'
    await invite(email)
    const mailed = await scene.tokenFromMail(email)
    await scene.makeMember(email, ['chatflows:view'])
    const list = () =>
      stranger.caller.expect<{ data: object[] }>(
        200,
        'GET',
        `/organizationuser?organizationId=${stranger.organizationId}&search=elsewhere&page=1&limit=10`,
      )
    expect((await list()).data).toMatchObject([{ status: 'invited', lastLogin: null, user: { email } }])
    const scim = await scene.server.withProvisioning(stranger.caller)
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((userName) => scim.call('POST', '/scim/v2/Users', { userName })),
    )
    for (const { status } of answers) expect(status).toBe(400)
    expect((await register(email, { credential: OWN, tempToken: mailed })).status).toBe(400)
    expect((await register(email, { tempToken: mailed })).status).toBe(201)
    expect((await list()).data).toMatchObject([{ status: 'active', user: { email, name: 'Member' } }])
    const log = (caller: TestCaller) =>
      caller.expect<{ data: { before: object | null; after: object | null }[] }>(
        200,
        'GET',
        '/audit/entries?search=elsewhere&action=invitation.accepted&page=1&limit=10',
      )
    // By which id the log knew the person until then, and by which from now on.
    const [entry] = (await log(stranger.caller)).data
    expect(entry).toMatchObject({
      before: { userId: expect.any(String) },
      after: { userId: expect.any(String) },
    })
    // The other organisation has the acceptance of its own invitation, and none of this one.
    expect((await log(scene.administrator)).data.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { status: 'invited' }, after: { status: 'active' } },
    ])
    expect(await reach(email)).toEqual(
      expect.arrayContaining([scene.organizationId, stranger.organizationId]),
    )
  })

  test('keep nobody from registering, nor from being invited by others', async () => {
    const email = 'victim@example.com'
    await invite(email)
    const link = await scene.tokenFromMail(email)
    expect((await register(email)).status).toBe(201)
    const verification = await scene.tokenFromMail(email)
    await anonymous().expect(201, 'POST', '/account/verify', {
      user: { tempToken: verification, password: PASSWORD },
    })
    const own = await reach(email)
    expect(own).toHaveLength(1)
    expect(own).not.toContain(stranger.organizationId)
    await scene.invite(email, await scene.makeRole(['chatflows:view']))
    const wanted = await scene.tokenFromMail(email)
    expect((await register(email, { tempToken: wanted })).status).toBe(201)
    // Nothing happens by itself; the stranger's link works once its owner wants it to.
    expect(await reach(email)).toHaveLength(2)
    expect(await reach(email)).toContain(scene.organizationId)
    expect((await register(email, { tempToken: link })).status).toBe(201)
    expect(await reach(email)).toContain(stranger.organizationId)
  })

  test('an account that somebody began with the address of another is whoever’s the mailbox is', async () => {
    const email = 'begun@example.com'
    expect((await register(email, { credential: OWN })).status).toBe(201)
    await scene.mail?.take(email)
    await scene.invite(email, await scene.makeRole(['chatflows:view']))
    const tempToken = await scene.tokenFromMail(email)
    expect((await register(email, { tempToken })).status).toBe(201)
    expect(await reach(email, OWN)).toBe(401)
    expect(await reach(email)).toContain(scene.organizationId)
  })

  describe('a link that was shown', () => {
    test('is none where strangers make organisations', async () => {
      const email = 'unsent@example.com'
      const without = await under({ platform: 'cloud', isMailed: false }, () => invite(email))
      expect(without).toMatchObject({ isMailed: false, user: { status: 'invited' } })
      expect(without.inviteLink).toBeUndefined()
      await invite(email)
      expect((await register(email, { tempToken: await scene.tokenFromMail(email) })).status).toBe(201)
    })

    test('before that opens nothing, and tells nothing: in words, in statements and in hashes', async () => {
      await scene.makeMember('shown-known@example.com', ['chatflows:view'])
      expect((await register('shown-begun@example.com')).status).toBe(201)
      const { context } = scene.server
      const { passwords } = context
      let hashes = 0
      const counted =
        <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
        (...given: Given) => {
          hashes += 1
          return work(...given)
        }
      context.passwords = {
        ...passwords,
        verify: counted(passwords.verify),
        dummyVerify: counted(passwords.dummyVerify),
        hash: counted(passwords.hash),
      }
      const tries = []
      for (const name of ['shown-empty', 'shown-known', 'shown-begun']) {
        const email = `${name}@example.com`
        const { inviteLink } = await under({ platform: 'enterprise', isMailed: false }, () => invite(email))
        const tempToken = tokenOf(inviteLink)
        for (const credential of [PASSWORD, OWN]) {
          hashes = 0
          let answer: TestAnswer | undefined
          const statements = await fewest(async () => {
            answer = await register(email, { credential, tempToken })
          })
          tries.push({ statements, hashes, answer: answer && plain(answer, name) })
        }
      }
      context.passwords = passwords
      expect(tries[0]).toMatchObject({ hashes: 0, answer: { status: 400 } })
      for (const each of tries) expect(each).toEqual(tries[0])
      expect(await reach('shown-empty@example.com')).toBe(401)
    })
  })

  test('whose link is held by who guesses the password of an account are slowed', async () => {
    const { email, password } = ADMINISTRATOR
    await invite(email)
    const tempToken = await scene.tokenFromMail(email)
    const guess = async (credential: string) => (await register(email, { credential, tempToken })).status
    const guesses = await Promise.all(Array.from({ length: 12 }, () => guess(OWN)))
    expect(guesses.toSorted().at(-1)).toBe(429)
    // Who does not hold the link keeps its owner from nothing.
    expect((await signIn(email, password)).status).toBe(200)
    scene.pass(60 * 60_000)
    expect(await guess(password)).toBe(201)
  })

  test('are as many guesses of the password of an account together as one of them', async () => {
    const email = 'guessed@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const statuses: number[] = []
    for (let link = 0; link < 5; link++) {
      scene.pass(2 * MINUTE_MS)
      await invite(email)
      const tempToken = await scene.tokenFromMail(email)
      for (let index = 0; index < 8; index++)
        statuses.push((await register(email, { credential: OWN, tempToken })).status)
    }
    expect(statuses.filter((status) => status !== 429).length).toBeLessThan(20)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })
})

/** The statements of the time that had the fewest of three: what the server does beside is counted, too. */
async function fewest(work: () => Promise<unknown>): Promise<string[]> {
  const times = []
  for (let time = 0; time < 3; time += 1) times.push(await statementsOf(work))
  return times.reduce((least, each) => (each.length < least.length ? each : least))
}
