import { auditActionsOf, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Act, auditedRoutes, markAudit, readAuditSince } from '../testing/acts/act.ts'
import { contentActs } from '../testing/acts/content-acts.ts'
import { type OrganizationScene, organizationActs } from '../testing/acts/organization-acts.ts'
import { interruptAct } from '../testing/interrupt-act.ts'
import { startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** Whose right is asked in another way, and how. */
const ELSEWHERE: Record<string, (route: RouteDefinition) => boolean> = {
  // Links prove themselves in the transaction that uses them up (account-life.test.ts, invitations.test.ts).
  'by a link': ({ policy }) => policy.gate === 'public',
  // Of a token its maker is asked for at each call (scim-token-makers.test.ts).
  'by a token': ({ policy }) => policy.gate === 'provisioning',
  // An account is its owner's, who proves it (proofs-taken-back.test.ts).
  'the own account': ({ policy }) => policy.gate === 'session' && policy.permissions === 'every-caller',
  // What a workspace holds gives nobody a right; a key does no more than its maker may now (api-key-rights.test.ts).
  'a thing of a workspace': ({ policy, path }) =>
    policy.gate === 'caller' || path.startsWith('/oauth2-credential/'),
}
const isAskedElsewhere = (route: RouteDefinition) => Object.values(ELSEWHERE).some((is) => is(route))

const shares = contentActs.replaceShares as unknown as readonly Act<OrganizationScene>[]
const acts = { ...organizationActs, replaceShares: shares }
/** Every other privileged act of every route; `audited-routes.test.ts` finds one that nobody can try. */
const judged = auditedRoutes.filter(([, route]) => !isAskedElsewhere(route))
const tried = judged.flatMap(([name, route]) => (acts[name] ?? []).map((act) => ({ name, route, ...act })))

test('every act that gives, takes or opens something is tried', () => {
  const left = judged.filter(([name, route]) => !(acts[name]?.length === auditActionsOf(route).length))
  // Of a change of somebody the log has the general name only where it is refused.
  expect(left.map(([name]) => name)).toEqual(['updateOrganizationUser'])
})

describe.each(databaseKinds)('whoever is lowered while the act is on its way, on %s', (kind) => {
  let scene: OrganizationScene
  let owner: string
  let member: string
  const ends: (() => void)[] = []
  beforeAll(async () => {
    const started = await startSignOnScene(kind, { hasMail: true, env: { HOST: 'localhost' } })
    const records = new Map<string, string[]>()
    started.server.context.domainRecords = { readTexts: async (name) => records.get(name) ?? [] }
    scene = { ...started, records, provider: await started.server.withProvisioning() }
    const { read } = started.server.context.db.organization(scene.organizationId)
    const roles = await read.listBuiltInRoles()
    const idOf = (name: string) => roles.find(({ builtIn }) => builtIn === name)?.id ?? ''
    ;[owner, member] = [idOf('owner'), idOf('member')]
  })
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })
  afterAll(() => scene.stop())

  const setRole = (userId: string, roleId: string) =>
    scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, roleId })
  /** Somebody who may do everything, until they are lowered. */
  async function makeGiver(by: TestCaller | undefined): Promise<{ caller: TestCaller; id: string }> {
    if (by !== undefined && by !== scene.administrator)
      return { caller: by, id: (await by.expect<{ id: string }>(200, 'GET', '/auth/session')).id }
    const giver = await scene.makeMember(`giver-${crypto.randomUUID()}@example.com`, ['chatflows:view'])
    await setRole(giver.id, owner)
    return giver
  }

  test.each(tried)('does nothing by $name ($action)', async ({ route, action, ready }) => {
    const { by, path, body, tidy } = await ready(scene)
    const giver = await makeGiver(by)
    const marks = await markAudit(scene.server)
    const { hasHappened, restore } = interruptAct(scene.server.context, () => setRole(giver.id, member))
    ends.push(restore)
    const wants = route.body === undefined ? undefined : {}
    const answer = await giver.caller.call(route.method, path, body ?? wants)
    restore()
    // Where nothing happened, the store that writes the act is missing in `interruptAct`.
    expect(hasHappened()).toBe(true)
    const done = (await readAuditSince(scene.server, marks)).filter(
      ({ actorId, outcome }) => actorId === giver.id && outcome === 'done',
    )
    // What was there before; of what was to be made there is nothing, and who was lowered tidies no more.
    if (by === undefined && !action.endsWith('.created')) await tidy?.(answer)
    expect(done.map(({ action }) => action)).toEqual([])
  })
})
