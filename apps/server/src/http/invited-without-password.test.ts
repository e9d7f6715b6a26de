import type { AuditEntry, Invitation } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runByHand } from '../testing/by-hand.ts'
import { PASSWORD } from '../testing/people-scene.ts'
import { beginSignOn, type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import type { OtherOrganization } from '../testing/test-people.ts'

interface Whoami {
  activeWorkspaceId: string
  assignedWorkspaces: { id: string; organizationId: string }[]
}

const PATH = '/account/accept-invitation'
const DOMAIN = 'own.example'

const cases = databaseKinds.flatMap((kind) =>
  (['enterprise', 'cloud'] as const).map((platform) => [kind, platform] as const),
)

describe.each(cases)('who has no password, on %s as %s', (kind, platform) => {
  let scene: SignOnScene
  let other: OtherOrganization & { role: string }
  beforeAll(async () => {
    scene = await startSignOnScene(kind, { hasMail: true })
    const { context } = scene.server
    const records: Record<string, string[]> = {}
    context.domainRecords = { readTexts: async (name) => records[name] ?? [] }
    await scene.save('oidc')
    const domain = await scene.administrator.expect<{ record: { name: string; text: string } }>(
      201,
      'POST',
      '/loginmethod/domains',
      { domain: DOMAIN },
    )
    records[domain.record.name] = [domain.record.text]
    await scene.administrator.expect(200, 'POST', `/loginmethod/domains/${DOMAIN}/check`)
    context.settings = { ...context.settings, platformType: platform }
    other = await addOther()
  })
  afterAll(() => scene.stop())

  async function addOther() {
    const made = await scene.server.addOrganization()
    const roles = await scene.server.context.db.organization(made.organizationId).read.listBuiltInRoles()
    return { ...made, role: roles.find(({ builtIn }) => builtIn === 'viewer')?.id ?? '' }
  }
  const addressOf = (name: string) => `${name}@${DOMAIN}`
  async function come(name: string, options: { email?: string; invitation?: string } = {}) {
    scene.oidc.person = {
      subject: name,
      email: options.email ?? addressOf(name),
      emailVerified: true,
      name,
    }
    const caller = scene.server.anonymous()
    if (options.invitation === undefined) return scene.signInByOidc(caller, scene.organizationId)
    const named = `${scene.organizationId}&invitation=${options.invitation}&from=/register`
    const back = await scene.oidc.signIn(await beginSignOn(caller, 'oidc', named))
    return { caller, arrival: await scene.comeBack(caller, back) }
  }
  const invite = async (email: string) => {
    const place = { workspace: { id: other.workspaceId }, role: { id: other.role } }
    await other.caller.expect<Invitation>(201, 'POST', '/account/invite', { user: { email }, ...place })
    return scene.tokenFromMail(email)
  }
  const accept = (caller: TestCaller, tempToken: string) => caller.call('POST', PATH, { user: { tempToken } })
  const whoIs = (caller: TestCaller) => caller.expect<Whoami>(200, 'GET', '/auth/session')
  const organizationsOf = async (caller: TestCaller) =>
    (await whoIs(caller)).assignedWorkspaces.map(({ organizationId }) => organizationId).toSorted()
  const both = () => [scene.organizationId, other.organizationId].toSorted()

  test('joins another organisation signed in by the provider, never by the link alone, and comes there again', async () => {
    const { caller } = await come('kim')
    const token = await invite(addressOf('kim'))
    const user = { name: 'Kim', email: addressOf('kim'), credential: PASSWORD, tempToken: token }
    expect((await scene.server.anonymous().call('POST', '/account/register', { user })).status).toBe(400)
    expect((await accept(scene.server.anonymous(), token)).status).toBe(401)
    for (const stranger of [scene.administrator, (await come('kai')).caller])
      expect(await accept(stranger, token)).toMatchObject({
        status: 400,
        body: { reason: 'invitation_ended' },
      })
    expect(await organizationsOf(caller)).toEqual([scene.organizationId])
    expect(await accept(caller, token)).toMatchObject({
      status: 201,
      body: { workspace: { id: other.workspaceId }, organization: { id: other.organizationId } },
    })
    expect(await organizationsOf(caller)).toEqual(both())
    await caller.expect(200, 'POST', `/workspace/switch?id=${other.workspaceId}`, {})
    await caller.expect(200, 'GET', '/chatflows')
    expect((await accept(caller, token)).status).toBe(400)
    const late = (await come('kim')).caller
    expect(await organizationsOf(late)).toEqual(both())
    expect((await whoIs(late)).activeWorkspaceId).toBe(other.workspaceId)
    const { data } = await other.caller.expect<{ data: AuditEntry[] }>(
      200,
      'GET',
      `/audit/entries?search=${addressOf('kim')}`,
    )
    expect(data.map(({ action }) => action)).toEqual(['invitation.accepted', 'user.invited'])
  })

  test('does not come where an organisation asks for its own sign-on', async () => {
    const { caller } = await come('lou')
    expect((await accept(caller, await invite(addressOf('lou')))).status).toBe(201)
    const ask = (isRequired: boolean) =>
      runByHand(
        scene.server,
        `update "organizations" set "requiresSignOn" = ${isRequired} where "id" = '${other.organizationId}'`,
      )
    await ask(true)
    expect(await organizationsOf(caller)).toEqual([scene.organizationId])
    await ask(false)
    expect(await organizationsOf(caller)).toEqual(both())
  })

  test('and no place left gets in by the invitation that they bring to the sign-in, and by no other', async () => {
    await come('mia')
    const person = await scene.findPerson(addressOf('mia'))
    const unlink = { userIds: [person?.id] }
    const path = `/workspace/unlink-users/${scene.workspaceId}`
    await scene.administrator.expect(200, 'POST', path, unlink)
    const token = await invite(addressOf('mia'))
    expect((await come('mia')).arrival.fault).toBeDefined()
    expect((await come('mia', { invitation: 'x' })).arrival.fault).toBeDefined()
    const { caller, arrival } = await come('mia', { invitation: token })
    expect([arrival.fault, arrival.query.get('from')]).toEqual([undefined, null])
    expect(await organizationsOf(caller)).toEqual([other.organizationId])
  })

  test('but a place is asked by the page, and its link goes on counting', async () => {
    await come('nia')
    const token = await invite(addressOf('nia'))
    const { caller, arrival } = await come('nia', { invitation: token })
    expect(arrival.query.get('from')).toBe('/register')
    expect(await organizationsOf(caller)).toEqual([scene.organizationId])
    expect((await accept(caller, token)).status).toBe(201)
  })

  test('joins by no provider whose organisation has not proved the domain, where strangers make organisations', async () => {
    const { context } = scene.server
    const { settings } = context
    const email = 'olaf@elsewhere.example'
    context.settings = { ...settings, platformType: 'enterprise' }
    const { caller } = await come('olaf', { email })
    context.settings = settings
    const answer = await accept(caller, await invite(email))
    if (platform === 'enterprise') expect(answer.status).toBe(201)
    else expect(answer).toMatchObject({ status: 400, body: { reason: 'domain_not_proved' } })
  })

  test('is not who has one: their own session accepts without asking for it, and a provider opens no more than before', async () => {
    const email = `pat@${DOMAIN}`
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    const token = await invite(email)
    expect((await accept(caller, token)).status).toBe(201)
    expect(await organizationsOf(await scene.signIn(email))).toEqual(both())
    const body = { providerName: 'oidc', password: PASSWORD }
    scene.oidc.person = { subject: 'pat', email, emailVerified: true, name: 'Pat' }
    const { url } = await caller.expect<{ url: string }>(200, 'POST', '/loginmethod/own', body)
    expect((await scene.comeBack(caller, await scene.oidc.signIn(url))).fault).toBeUndefined()
    expect(await organizationsOf((await come('pat')).caller)).toEqual([scene.organizationId])
  })
})
