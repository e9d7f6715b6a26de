import type { InvitationOffer } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const ROUNDS = 4

describe.each(databaseKinds)('an invitation that is looked at, on %s', (kind) => {
  let scene: PeopleScene
  let viewer: string
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    viewer = await scene.makeRole(['chatflows:view'])
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const look = (tempToken: string) =>
    scene.server
      .anonymous()
      .call<{ invitation: InvitationOffer | null }>('POST', '/account/invitation', { user: { tempToken } })
  const accept = (email: string, tempToken: string) =>
    scene.server.anonymous().call<{ workspace: { id: string } }>('POST', '/account/register', {
      user: { name: 'New', email, credential: PASSWORD, tempToken },
    })
  const nameOf = async (roleId: string) =>
    (await scene.server.context.db.organization(scene.organizationId).read.findRole(roleId))?.name

  test('tells who holds its link by whom, to what and as what it is; so does its mail', async () => {
    await scene.invite('bob@example.com', viewer)
    const mail = await scene.mail?.take('bob@example.com')
    const token = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
    const role = await nameOf(viewer)
    const { name, email } = ADMINISTRATOR
    expect((await look(token)).body).toEqual({
      invitation: {
        email: 'bob@example.com',
        organization: { name: 'Default Organization' },
        inviter: { name, email },
        places: [{ workspace: { name: 'Default Workspace' }, role: { name: role } }],
        morePlaces: 0,
      },
    })
    for (const told of [`${name} (${email})`, '“Default Workspace”', '“Default Organization”', `“${role}”`])
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(told)
    // To look uses nothing up.
    expect((await accept('bob@example.com', token)).status).toBe(201)
  })

  test('is none, in the same words, once it was used, withdrawn, replaced or has ended, or never was', async () => {
    const answers = new Set<string>()
    const note = async (token: string) => answers.add((await look(token)).text)
    await scene.invite('used@example.com', viewer)
    const used = await scene.tokenFromMail('used@example.com')
    await accept('used@example.com', used)
    await note(used)
    await scene.invite('gone@example.com', viewer)
    const withdrawn = await scene.tokenFromMail('gone@example.com')
    const { id } = (await scene.findPerson('gone@example.com')) ?? { id: '' }
    const query = `organizationId=${scene.organizationId}&userId=${id}`
    await scene.administrator.expect(200, 'DELETE', `/organizationuser?${query}`)
    await note(withdrawn)
    await scene.invite('again@example.com', viewer)
    const replaced = await scene.tokenFromMail('again@example.com')
    scene.pass(120_001)
    await scene.invite('again@example.com', viewer)
    const newest = await scene.tokenFromMail('again@example.com')
    await note(replaced)
    expect((await look(newest)).body.invitation).not.toBeNull()
    scene.pass(7 * DAY_MS + 1)
    await note(newest)
    await note('never')
    expect([...answers]).toEqual([JSON.stringify({ invitation: null })])
  })

  test('opens nothing of who could not give it any more, and says so at once', async () => {
    const rights = ['workspace:add-user', 'chatflows:view']
    const giver = await scene.makeMember('giver@example.com', rights)
    await scene.invite('late@example.com', viewer, { by: giver.caller })
    const token = await scene.tokenFromMail('late@example.com')
    expect((await look(token)).body.invitation?.inviter?.email).toBe('giver@example.com')
    const bar = { userId: giver.id, status: 'disable' }
    await scene.administrator.expect(200, 'PUT', '/organizationuser', bar)
    expect((await look(token)).body).toEqual({ invitation: null })
  })

  test('names its places, the newest first', async () => {
    await scene.invite('many@example.com', viewer)
    await scene.tokenFromMail('many@example.com')
    const [other, another] = [await scene.makeWorkspace(), await scene.makeRole(['chatflows:view'])]
    await scene.invite('many@example.com', another, { workspaceId: other })
    const token = await scene.tokenFromMail('many@example.com')
    const { invitation } = (await look(token)).body
    expect(invitation?.places.map(({ role }) => role.name)).toEqual([
      await nameOf(another),
      await nameOf(viewer),
    ])
  })

  test('leads to the place that is left when its newest workspace is being deleted', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `left-${round}@example.com`
      const newest = await scene.makeWorkspace()
      await scene.invite(email, viewer)
      await scene.tokenFromMail(email)
      await scene.invite(email, viewer, { workspaceId: newest })
      const token = await scene.tokenFromMail(email)
      const [made] = await Promise.all([
        accept(email, token),
        scene.administrator.expect(200, 'DELETE', `/workspace/${newest}`),
      ])
      expect(made.status).toBe(201)
      expect([scene.workspaceId, newest]).toContain(made.body.workspace.id)
    }
  })

  test('makes who looks without end wait, and nobody wait who tries a password', async () => {
    const email = 'patient@example.com'
    await scene.invite(email, viewer)
    const token = await scene.tokenFromMail(email)
    let answer = await look('never')
    for (let n = 0; n < 400 && answer.status === 200; n += 1) answer = await look(`never-${n}`)
    expect(answer.status).toBe(429)
    expect((await accept(email, token)).status).toBe(201)
  })
})
