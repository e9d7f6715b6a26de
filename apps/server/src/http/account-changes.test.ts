import { isJsonObject } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { hashToken } from '@runnel/drivers'
import { accountActs, type MailSubject, writeMail } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Act, actsWithRoutes, markAudit, type ReadyCall, readAuditSince } from '../testing/acts/act.ts'
import { type OrganizationScene, organizationActs } from '../testing/acts/organization-acts.ts'
import { startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const WRONG = 'Wrong-Staple-1'

/** What the table says of an act; undefined for what is none of an owner. */
function ownActOf(action: string) {
  const acts: Record<string, { by: string; ends?: string; mail?: MailSubject } | undefined> = accountActs
  const act = acts[action]
  return act?.by === 'others' ? undefined : act
}

const actsOfOwners = actsWithRoutes(organizationActs).filter(
  ({ route, action }) => route.policy.gate === 'session' && ownActOf(action) !== undefined,
)

/** How the body of a call names the password of the proof; undefined for one that holds none. */
const passwordField = (body: unknown) =>
  isJsonObject(body) ? ['password', 'oldPassword'].find((field) => field in body) : undefined

/** The proofs that stand for none, beside the right one. */
function withoutProof(body: object, field: string): object[] {
  const { [field]: _right, ...none } = body as Record<string, unknown>
  return [none, { ...none, [field]: WRONG }]
}

describe.each(databaseKinds)('a change of the own account on %s', (kind) => {
  let scene: OrganizationScene
  beforeAll(async () => {
    const started = await startSignOnScene(kind, { hasMail: true, env: { HOST: 'localhost' } })
    scene = { ...started, records: new Map(), provider: await started.server.withProvisioning() }
  })
  afterAll(() => scene.stop())

  interface Self {
    id: string
    email: string
    activeWorkspaceId: string
  }

  /** Another browser in which the owner is signed in by password. */
  async function signInElsewhere({ id: userId, activeWorkspaceId: workspaceId }: Self): Promise<string> {
    const [accessHash, refreshHash] = [hashToken(crypto.randomUUID()), hashToken(crypto.randomUUID())]
    const expiresAt = scene.server.context.now() + 3_600_000
    const ends = { accessExpiresAt: expiresAt, refreshExpiresAt: expiresAt }
    const { sessions } = scene.server.context.db.system
    return (await sessions.insert({ userId, workspaceId, accessHash, refreshHash, ...ends })).familyId
  }

  const isLive = (familyId: string) =>
    scene.server.context.db.system.sessions.isLive(familyId, scene.server.context.now())

  async function prepare({ ready }: Pick<Act<OrganizationScene>, 'ready'>) {
    const call = await ready(scene)
    const caller = call.by as TestCaller
    const self = await caller.expect<Self>(200, 'GET', '/auth/session')
    return { call, caller, self, elsewhere: await signInElsewhere(self) }
  }

  const send = (caller: TestCaller, method: string, { path, body }: ReadyCall) =>
    caller.call(method, path, body)

  test.each(actsOfOwners.filter(({ action }) => ownActOf(action)?.by === 'proof'))(
    '$name is no $action without the right proof of its owner',
    async ({ route, ready }) => {
      const { call, caller, elsewhere } = await prepare({ ready })
      const field = passwordField(call.body)
      if (field === undefined) throw new Error(`${call.path} takes no proof of its owner`)
      const marks = await markAudit(scene.server)
      for (const body of withoutProof(call.body as object, field)) {
        const answer = await send(caller, route.method, { ...call, body })
        expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
      }
      await call.tidy?.({} as never)
      const done = (await readAuditSince(scene.server, marks)).filter(({ outcome }) => outcome === 'done')
      expect([done.map(({ action }) => action), await isLive(elsewhere)]).toEqual([[], true])
      await caller.expect(200, 'GET', '/auth/session')
    },
  )

  test.each(actsOfOwners)('$name ends the sign-ins that $action ends, and its mail goes out', async (act) => {
    const { call, caller, self, elsewhere } = await prepare(act)
    const said = ownActOf(act.action)
    const answer = await send(caller, act.route.method, call)
    expect([200, 201], answer.text).toContain(answer.status)
    await call.goOn?.(answer)
    await call.tidy?.(answer)
    const ends = { all: false, others: false, 'others if first': false, none: true, 'of its provider': true }
    // Which one is named says the call.
    if (said?.ends !== 'named') expect(await isLive(elsewhere)).toBe(ends[said?.ends as keyof typeof ends])
    const status = (await caller.call('GET', '/auth/session')).status
    expect(status).toBe(said?.ends === 'all' ? 401 : 200)
    const about = said?.mail
    if (about === undefined) return
    const { subject } = writeMail(about, self.email, { language: 'en' })
    const mailsToOwner = () => scene.mail?.mails.filter(({ to }) => to.includes(self.email)) ?? []
    await expect
      .poll(() => mailsToOwner().map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim()))
      .toContain(subject)
  })
})

test('every change of an owner in the table is made by a call', () => {
  const made = new Set<string>(actsOfOwners.map(({ action }) => action))
  const wanted = Object.keys(accountActs).filter((action) => ownActOf(action) !== undefined)
  expect(wanted.filter((action) => !made.has(action))).toEqual([])
})
