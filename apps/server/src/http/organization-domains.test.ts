import { type OrganizationDomain, RunnelError } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const DAY_MS = 24 * 60 * 60_000
const PATH = '/loginmethod/domains'

describe.each(databaseKinds)('domains of an organisation on %s', (kind) => {
  let scene: SignOnScene
  let provider: TestCaller
  /** What the directory of names says; `away` where it answers nothing. */
  let records: Record<string, string[] | 'away'>
  /** What happens while it is asked. */
  let meanwhile: (() => Promise<unknown>) | undefined
  beforeAll(async () => {
    // Where strangers make organisations, who is invited comes by the mailbox alone.
    scene = await startSignOnScene(kind, { hasMail: true })
    const { context } = scene.server
    context.settings = { ...context.settings, platformType: 'cloud' }
    context.domainRecords = {
      readTexts: async (name) => {
        await meanwhile?.()
        const texts = records[name] ?? []
        if (texts === 'away') throw new RunnelError('upstream_error', 'away')
        return texts
      },
    }
    await scene.save('oidc')
    provider = await scene.server.withProvisioning()
  })
  beforeEach(() => {
    records = {}
    meanwhile = undefined
  })
  afterAll(() => scene.stop())

  const list = (caller = scene.administrator) =>
    caller.expect<{ isNeeded: boolean; domains: OrganizationDomain[] }>(200, 'GET', PATH)
  const check = (domain: string) =>
    scene.administrator.expect<OrganizationDomain>(200, 'POST', `${PATH}/${domain}/check`)
  const add = (domain: string) =>
    scene.administrator.expect<OrganizationDomain>(201, 'POST', PATH, { domain })
  async function prove(domain: string): Promise<OrganizationDomain> {
    const { record } = await add(domain)
    records[record.name] = ['v=spf1 -all', record.text]
    return check(domain)
  }
  const forget = (domain: string) => scene.administrator.expect(200, 'DELETE', `${PATH}/${domain}`)
  const comeAs = async (subject: string, email: string) => {
    scene.oidc.person = { subject, email, emailVerified: true, name: 'Somebody' }
    return (await scene.signInByOidc(undefined, scene.organizationId)).arrival.fault
  }
  const makeByScim = (userName: string) =>
    provider.call<{ detail: string; id: string }>('POST', '/scim/v2/Users', { userName })

  test('one that is named no more, or anew, while its record is looked for is proved by it for nobody', async () => {
    const proofs = async () => {
      const path = '/audit/entries?limit=200&action=domain.proved'
      const { data } = await scene.administrator.expect<{ data: { subject: { name: string } }[] }>(
        200,
        'GET',
        path,
      )
      return data.filter(({ subject }) => subject.name === 'waits.example')
    }
    const look = async () => (await scene.administrator.call('POST', `${PATH}/waits.example/check`)).status
    const { record } = await add('waits.example')
    records[record.name] = [record.text]
    meanwhile = () => forget('waits.example')
    expect(await look()).toBe(404)
    const again = await add('waits.example')
    records[record.name] = [again.record.text]
    meanwhile = async () => {
      meanwhile = undefined
      await forget('waits.example')
      await add('waits.example')
    }
    expect(await look()).toBe(404)
    expect((await list()).domains.find(({ domain }) => domain === 'waits.example')?.provedDate).toBeNull()
    expect(await proofs()).toEqual([])
    await forget('waits.example')
  })

  test('are for who manages its sign-ins, and of no other organisation', async () => {
    const other = await scene.server.addOrganization()
    const { caller } = await scene.makeMember('without@example.com', ['users:manage'])
    await add('mine.example')
    expect((await caller.call('GET', PATH)).status).toBe(403)
    expect((await scene.server.anonymous().call('GET', PATH)).status).toBe(401)
    expect(await list(other.caller)).toEqual({ isNeeded: true, domains: [] })
    for (const [method, path] of [
      ['POST', `${PATH}/mine.example/check`],
      ['DELETE', `${PATH}/mine.example`],
    ] as const)
      expect((await other.caller.call(method, path)).status).toBe(404)
    // Who else names the same domain has to show a record of their own.
    const theirs = await other.caller.expect<OrganizationDomain>(201, 'POST', PATH, {
      domain: 'mine.example',
    })
    expect(theirs.record.name).toBe('_runnel-challenge.mine.example')
    expect(theirs.record.text).not.toBe((await list()).domains[0]?.record.text)
    await forget('mine.example')
  })

  test('are kept in lower case and letters of ASCII, once each; what is no domain is refused at its field', async () => {
    expect((await add('BÜCHER.example')).domain).toBe('xn--bcher-kva.example')
    const twice = await scene.administrator.call('POST', PATH, { domain: 'bücher.example' })
    expect([twice.status, twice.body]).toEqual([
      409,
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'domain' })] }),
    ])
    for (const domain of [
      'example',
      'a b.example',
      'https://acme.example',
      'acme.example/x',
      '*.acme.example',
    ]) {
      const { status, body } = await scene.administrator.call('POST', PATH, { domain })
      expect([domain, status, body]).toEqual([
        domain,
        400,
        expect.objectContaining({
          issues: [expect.objectContaining({ path: 'domain', reason: 'mail_domain_odd' })],
        }),
      ])
    }
    await forget('xn--bcher-kva.example')
  })

  test('count once their record is found, and no more when it is gone; who cannot say changes nothing', async () => {
    const { record, provedDate } = await add('acme.example')
    expect(provedDate).toBeNull()
    records[record.name] = ['runnel-domain-verification=of-somebody-else']
    expect(await check('acme.example')).toMatchObject({ provedDate: null, checkedDate: expect.any(String) })
    records[record.name] = ['something else', ` ${record.text} `]
    const proved = await check('acme.example')
    expect(proved.provedDate).not.toBeNull()
    records[record.name] = 'away'
    expect((await scene.administrator.call('POST', `${PATH}/acme.example/check`)).status).toBe(502)
    expect((await list()).domains).toMatchObject([{ provedDate: proved.provedDate }])
    records[record.name] = []
    expect(await check('acme.example')).toMatchObject({ provedDate: null })
    await forget('acme.example')
    const { data } = await scene.administrator.expect<{
      data: { action: string; subject: { name: string } }[]
    }>(200, 'GET', '/audit/entries?page=1&limit=4')
    expect(data.map(({ action, subject }) => [action, subject.name])).toEqual(
      ['domain.removed', 'domain.lost', 'domain.proved', 'domain.added'].map((action) => [
        action,
        'acme.example',
      ]),
    )
  })

  test('decide whom the provider of the organisation brings: a stranger to the domain makes no account of it', async () => {
    expect(await comeAs('vic-1', 'vic@victim.example')).toBe('sso_wrong_domain')
    expect(
      await scene.server.context.db.system.accounts.findUserByEmail('vic@victim.example'),
    ).toBeUndefined()
    await prove('victim.example')
    expect(await comeAs('vic-1', 'vic@victim.example')).toBeUndefined()
    // The domain above and those below are others.
    expect(await comeAs('vic-2', 'vic@sub.victim.example')).toBe('sso_wrong_domain')
    expect(await comeAs('vic-3', 'vic@notvictim.example')).toBe('sso_wrong_domain')
    await forget('victim.example')
    // Who came already goes on coming, by issuer and subject.
    expect(await comeAs('vic-1', 'vic@victim.example')).toBeUndefined()
    expect(await comeAs('vic-4', 'new@victim.example')).toBe('sso_wrong_domain')
  })

  test('tell nobody by a provider of their own which addresses have an account', async () => {
    await scene.makeMember('known@elsewhere.example', ['chatflows:view'])
    expect(await comeAs('probe', 'known@elsewhere.example')).toBe('sso_wrong_domain')
    const other = await scene.server.addOrganization()
    const stranger = await scene.server.withProvisioning(other.caller)
    const answers = await Promise.all(
      ['known@elsewhere.example', 'unknown@elsewhere.example'].map((userName) =>
        stranger.call<{ detail: string }>('POST', '/scim/v2/Users', { userName }),
      ),
    )
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          scimType: 'invalidValue',
          detail: expect.stringContaining('elsewhere.example'),
        }),
      ])
  })

  test('decide whose accounts are made and renamed by SCIM; members are taken over whatever their address', async () => {
    const refused = await makeByScim('sam@scim.example')
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('scim.example')])
    await scene.makeMember('guest@guests.example', ['chatflows:view'])
    expect((await makeByScim('guest@guests.example')).status).toBe(201)
    await prove('scim.example')
    const made = await makeByScim('sam@scim.example')
    expect(made.status).toBe(201)
    const rename = (userName: string) =>
      provider.call('PATCH', `/scim/v2/Users/${made.body.id}`, {
        Operations: [{ op: 'replace', path: 'userName', value: userName }],
      })
    expect((await rename('sam@victim.example')).status).toBe(400)
    expect((await rename('samuel@scim.example')).status).toBe(200)
    // The account that waits is theirs; that it is in no workspace yet is another matter.
    expect(await comeAs('sam-1', 'samuel@scim.example')).toBe('sso_no_workspace')
    await forget('scim.example')
    // What does not touch the address is not held up.
    expect(
      (
        await provider.call('PATCH', `/scim/v2/Users/${made.body.id}`, {
          Operations: [{ op: 'replace', path: 'title', value: 'Dr.' }],
        })
      ).status,
    ).toBe(200)
  })

  test('are looked at again when somebody new comes long after; what nobody can say changes nothing', async () => {
    const { record } = await prove('old.example')
    scene.pass(8 * DAY_MS)
    records[record.name] = 'away'
    expect(await comeAs('old-1', 'one@old.example')).toBeUndefined()
    records[record.name] = []
    expect(await comeAs('old-2', 'two@old.example')).toBe('sso_wrong_domain')
    scene.pass(-8 * DAY_MS)
    expect((await list()).domains).toMatchObject([{ provedDate: null }])
    await forget('old.example')
  })

  test('are looked at again where the last look was by a clock that had gone ahead', async () => {
    const { record } = await prove('ahead.example')
    scene.pass(8 * DAY_MS)
    expect(await comeAs('ahead-1', 'one@ahead.example')).toBeUndefined()
    scene.pass(-8 * DAY_MS)
    records[record.name] = []
    expect(await comeAs('ahead-2', 'two@ahead.example')).toBe('sso_wrong_domain')
    await forget('ahead.example')
  })

  test('are needed before the sign-on is asked of people, and one stays while it is', async () => {
    await prove('boss.example')
    scene.oidc.person = { subject: 'boss', email: 'boss@boss.example', emailVerified: true, name: 'Boss' }
    const { caller } = await scene.signInByOidc(undefined, scene.organizationId)
    const { id: userId } = await caller.expect<{ id: string }>(200, 'GET', '/auth/session')
    const roles = await scene.administrator.expect<{ id: string; builtIn: string }[]>(200, 'GET', '/role')
    const roleId = roles.find(({ builtIn }) => builtIn === 'owner')?.id
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, roleId })
    await forget('boss.example')
    const turn = (isRequired: boolean) =>
      caller.call<{ reason: string }>('PUT', '/organization/sign-on', {
        isRequired,
        administratorsLockedOut: 1,
      })
    expect(await turn(true)).toMatchObject({ status: 409, body: { reason: 'sign_on_needs_domain' } })
    await prove('boss.example')
    expect((await turn(true)).status).toBe(200)
    expect(await caller.call('DELETE', `${PATH}/boss.example`)).toMatchObject({
      status: 409,
      body: { reason: 'last_domain_of_sign_on' },
    })
    expect((await turn(false)).status).toBe(200)
    await caller.expect(200, 'DELETE', `${PATH}/boss.example`)
  })

  test('are not asked for where one company runs the product for itself', async () => {
    const { context } = scene.server
    const { settings } = context
    try {
      context.settings = { ...settings, platformType: 'enterprise' }
      expect(await list()).toMatchObject({ isNeeded: false })
      expect(await comeAs('own-1', 'own@anything.example')).toBeUndefined()
      expect((await makeByScim('own2@anything.example')).status).toBe(201)
    } finally {
      context.settings = settings
    }
  })
})
