import { RunnelError } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import type { OtherOrganization } from '../testing/test-people.ts'

const MINUTE_MS = 60_000
const JUST_NOW = { status: 429, body: { code: 'rate_limited' } }

describe.each(databaseKinds)('one mailbox on %s', (kind) => {
  let scene: PeopleScene
  let roleId: string
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { env: { PLATFORM_TYPE: 'cloud' } })
    roleId = await scene.makeRole(['chatflows:view'])
  })
  afterAll(() => scene.stop())

  const anonymous = () => scene.server.anonymous()
  const mailsTo = (email: string) => (scene.mail?.mails ?? []).filter(({ to }) => to.includes(email)).length
  const invite = (email: string) =>
    scene.administrator.call<{ user: { id: string }; message: string }>('POST', '/account/invite', {
      user: { email },
      workspace: { id: scene.workspaceId },
      role: { id: roleId },
    })
  const resend = (id: string) =>
    scene.administrator.call('POST', '/account/resend-invitation', { user: { id } })
  const register = (email: string) =>
    anonymous().call('POST', '/account/register', {
      user: { name: 'Vic', email, credential: PASSWORD },
      organization: { name: 'Vic Inc' },
    })

  test('gets an invitation once more at once and no further in two minutes, and who invites is told', async () => {
    const email = 'target@example.com'
    const { body } = await invite(email)
    await scene.mail?.take(email)
    expect((await resend(body.user.id)).status).toBe(201)
    const link = await scene.tokenFromMail(email)
    const refused = await invite(email)
    expect(refused).toMatchObject(JUST_NOW)
    expect(refused.body.message).toContain('A mail went to this address less than two minutes ago')
    for (let index = 0; index < 20; index++) {
      expect(await invite(email.toUpperCase())).toMatchObject(JUST_NOW)
      expect(await resend(body.user.id)).toMatchObject(JUST_NOW)
    }
    expect(mailsTo(email)).toBe(2)
    // The link that went out still opens what it did.
    const user = { name: 'Bob', email, credential: PASSWORD, tempToken: link }
    expect((await anonymous().call('POST', '/account/register', { user })).status).toBe(201)
  })

  test('gets the next one after that, and five of an organisation in a day', async () => {
    const email = 'often@example.com'
    const { body } = await invite(email)
    for (let index = 0; index < 4; index++) {
      scene.pass(2 * MINUTE_MS)
      expect((await resend(body.user.id)).status).toBe(201)
    }
    scene.pass(2 * MINUTE_MS)
    expect(await invite(email)).toMatchObject(JUST_NOW)
    await expect.poll(() => mailsTo(email)).toBe(5)
  })

  test('gets the first invitation of an organisation, however often others invited it', async () => {
    const email = 'wanted@example.com'
    const inviteBy = async (organization: OtherOrganization) => {
      const { context } = scene.server
      const roles = await context.db.organization(organization.organizationId).read.listBuiltInRoles()
      const role = { id: roles.find(({ builtIn }) => builtIn === 'member')?.id }
      const body = { user: { email }, workspace: { id: organization.workspaceId }, role }
      return organization.caller.expect<{ isMailed: boolean }>(201, 'POST', '/account/invite', body)
    }
    const strangers = await Promise.all(Array.from({ length: 6 }, () => scene.server.addOrganization()))
    const mailed: boolean[] = []
    for (let round = 0; round < 5; round++) {
      for (const stranger of strangers) mailed.push((await inviteBy(stranger)).isMailed)
      scene.pass(2 * MINUTE_MS)
    }
    // The first of each, and twenty more of all together.
    expect(mailed.filter(Boolean)).toHaveLength(6 + 20)
    expect((await inviteBy(await scene.server.addOrganization())).isMailed).toBe(true)
    scene.comeBack()
  })

  test('is changed to by its owner, whoever else named it just now, and bears so many of one account', async () => {
    const email = 'newbox@example.com'
    const [stranger, owner] = [
      await scene.makeMember('stranger@example.com', ['chatflows:view']),
      await scene.makeMember('moving@example.com', ['chatflows:view']),
    ]
    const change = ({ caller }: typeof owner) =>
      caller.call('PUT', '/account/email', { email, password: PASSWORD })
    expect((await change(stranger)).status).toBe(200)
    expect((await change(owner)).status).toBe(200)
    expect(await change(owner)).toMatchObject({ ...JUST_NOW, body: { reason: 'mailed_just_now' } })
    for (let index = 0; index < 4; index++) {
      scene.pass(2 * MINUTE_MS)
      expect((await change(owner)).status).toBe(200)
    }
    scene.pass(2 * MINUTE_MS)
    expect(await change(owner)).toMatchObject({ ...JUST_NOW, body: { reason: 'mailed_too_often' } })
    scene.comeBack()
  })

  test('is told once that it has an account, however often somebody registers it', async () => {
    const email = 'known@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const before = mailsTo(email)
    const statuses = new Set<number>()
    for (let index = 0; index < 10; index++) statuses.add((await register(email)).status)
    expect(statuses).toEqual(new Set([201]))
    await expect.poll(() => mailsTo(email)).toBe(before + 1)
  })

  test('is told of a workspace by the call that goes well, after one that somebody else stood in the way of', async () => {
    const email = 'brought@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const workspace = { name: 'Brought in' }
    const { id } = await scene.administrator.expect<{ id: string }>(201, 'POST', '/workspace', workspace)
    const userId = (await scene.findPerson(email))?.id
    const link = (...userIds: (string | undefined)[]) =>
      scene.administrator.call('POST', `/workspace/link-users/${id}`, {
        users: userIds.map((each) => ({ userId: each, roleId })),
      })
    expect((await link(userId, crypto.randomUUID())).status).toBe(404)
    const before = mailsTo(email)
    expect((await link(userId)).status).toBe(200)
    await expect.poll(() => mailsTo(email)).toBe(before + 1)
  })

  test('gets its reset link, however many others asked for one before', async () => {
    const email = 'owner@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const before = mailsTo(email)
    const ask = () => anonymous().call('POST', '/account/forgot-password', { user: { email } })
    const answers = await Promise.all(Array.from({ length: 8 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const tempToken = await scene.tokenFromMail(email)
    expect(mailsTo(email)).toBe(before + 1)
    const user = { email, tempToken, password: 'Another-Staple-8' }
    expect((await anonymous().call('POST', '/account/reset-password', { user })).status).toBe(200)
  })

  const fullDisk = () => new RunnelError('unavailable', 'The disk is full.')

  test('gets its reset link when it is asked for again, where the first one could not be kept', async () => {
    const email = 'patient@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const { accountLife } = scene.server.context.db.system
    const ask = () => anonymous().call('POST', '/account/forgot-password', { user: { email } })
    vi.spyOn(accountLife, 'keepLink').mockRejectedValueOnce(fullDisk())
    await ask()
    await expect.poll(() => scene.server.context.background.count).toBe(0)
    expect((await ask()).status).toBe(201)
    expect(await scene.tokenFromMail(email)).toBeTruthy()
  })

  test('gets the link of a registration and of a new address that could not be kept at first', async () => {
    const { registrations, accountLife } = scene.server.context.db.system
    const email = 'second-try@example.com'
    vi.spyOn(registrations, 'keep').mockRejectedValueOnce(fullDisk())
    await register(email)
    await expect.poll(() => scene.server.context.background.count).toBe(0)
    await register(email)
    expect(await scene.tokenFromMail(email)).toBeTruthy()

    const { caller } = await scene.makeMember('mover@example.com', ['chatflows:view'])
    const change = { email: 'moved@example.com', password: PASSWORD }
    vi.spyOn(accountLife, 'keepLink').mockRejectedValueOnce(fullDisk())
    expect((await caller.call('PUT', '/account/email', change)).status).toBe(503)
    expect((await caller.call('PUT', '/account/email', change)).status).toBe(200)
    expect(await scene.tokenFromMail(change.email)).toBeTruthy()
  })

  test('gets the mail of its workspace, where others that were to come along are not there', async () => {
    const email = 'linked@example.com'
    const { id: userId } = await scene.makeMember(email, ['chatflows:view'])
    const workspaceId = await scene.makeWorkspace()
    const link = (users: object[]) =>
      scene.administrator.call('POST', `/workspace/link-users/${workspaceId}`, { users })
    const stranger = { userId: crypto.randomUUID(), roleId }
    expect((await link([{ userId, roleId }, stranger])).status).toBe(404)
    const before = mailsTo(email)
    expect((await link([{ userId, roleId }])).status).toBe(200)
    await expect.poll(() => mailsTo(email)).toBe(before + 1)
  })
})

test.each(databaseKinds)(
  'a mailbox waits for no mail of a time to which the clock had gone ahead, on %s',
  async (kind) => {
    const clock = vi.spyOn(Date, 'now')
    const real = clock.getMockImplementation() ?? (() => performance.timeOrigin + performance.now())
    const show = (ahead: number) => clock.mockImplementation(() => Math.floor(real() + ahead))
    show(0)
    const scene = await startPeopleScene(kind, { env: { PLATFORM_TYPE: 'cloud' } })
    const { background, db } = scene.server.context
    // A mail that is under way when the clock moves is left to the next who claims it.
    async function setAhead(ms: number): Promise<void> {
      await expect.poll(() => background.count).toBe(0)
      await expect.poll(async () => (await db.system.mails.count()).waiting).toBe(0)
      show(ms)
    }
    const [email, waiting] = ['ahead@example.com', 'ahead-too@example.com']
    await scene.makeMember(email, ['chatflows:view'])
    const tokens = async () => [await scene.tokenFromMail(email), await scene.tokenFromMail(waiting)]
    async function askForBoth(): Promise<void> {
      const by = scene.server.anonymous()
      await by.expect(201, 'POST', '/account/forgot-password', { user: { email } })
      await by.expect(201, 'POST', '/account/register', {
        user: { name: 'Vic', email: waiting, credential: PASSWORD },
        organization: { name: 'Vic Inc' },
      })
    }
    await setAhead(5 * 60 * MINUTE_MS)
    await askForBoth()
    const before = await tokens()
    await setAhead(3 * MINUTE_MS)
    await askForBoth()
    // What was counted in memory lasts for the pause from then on, and no longer.
    await setAhead(6 * MINUTE_MS)
    await askForBoth()
    const after = await tokens()
    expect(after.filter((token) => before.includes(token))).toEqual([])
    await scene.stop()
    clock.mockRestore()
  },
)
