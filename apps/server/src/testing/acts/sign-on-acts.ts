import type { OrganizationDomain } from '@runnel/contract'
import { expect } from 'vitest'
import { PASSWORD } from '../people-scene.ts'
import type { SignOnScene } from '../sign-on-scene.ts'
import type { Acts } from './act.ts'

/** Where providers of sign-ins, and what the directory of names says, are the test's. */
export interface SignOnActScene extends SignOnScene {
  records: Map<string, string[]>
}

const DOMAINS = '/loginmethod/domains'
const freshDomain = () => `${crypto.randomUUID()}.example`

const addDomain = ({ administrator }: SignOnActScene, domain = freshDomain()) =>
  administrator.expect<OrganizationDomain>(201, 'POST', DOMAINS, { domain })

/** A domain whose record is there. */
async function proveDomain(scene: SignOnActScene) {
  const { domain, record } = await addDomain(scene)
  scene.records.set(record.name, [record.text])
  return { domain, record }
}

/** Somebody whom the provider knows by their address. */
async function makeKnown(scene: SignOnActScene) {
  const email = `leo-${crypto.randomUUID()}@example.com`
  const { caller, id } = await scene.makeMember(email, [])
  scene.oidc.person = { subject: email, email, emailVerified: true }
  return { caller, id, email }
}

const beginLink = { path: '/loginmethod/own', body: { providerName: 'oidc', password: PASSWORD } }

/** Comes back from the provider to which the answer of `beginLink` leads. */
async function finishLink(
  scene: SignOnActScene,
  caller: Parameters<SignOnScene['comeBack']>[0],
  body: unknown,
) {
  const back = await scene.oidc.signIn((body as { url: string }).url)
  const { fault } = await scene.comeBack(caller, back)
  if (fault !== undefined) throw new Error(`The account was not linked: ${fault}`)
}

const providers = (status: string, { oidc }: SignOnActScene) => ({
  providers: [
    {
      providerName: 'oidc',
      status,
      config: { issuer: oidc.issuer, clientID: oidc.clientId, clientSecret: oidc.clientSecret },
    },
  ],
})

/** Ways in that an organisation has beside passwords. */
export const signOnActs: Acts<SignOnActScene> = {
  createLoginMethods: [
    {
      action: 'login-method.saved',
      async ready(scene) {
        const told = { subjectKind: 'login-method', subjectName: 'oidc', after: { status: 'enable' } }
        return { path: '/loginmethod', body: providers('enable', scene), told }
      },
    },
  ],
  updateLoginMethods: [
    {
      action: 'login-method.saved',
      async ready(scene) {
        await scene.save('oidc')
        const told = { before: { status: 'enable' }, after: { status: 'disable' } }
        return { path: '/loginmethod', body: providers('disable', scene), told }
      },
    },
  ],
  deleteLoginMethod: [
    {
      action: 'login-method.deleted',
      async ready(scene) {
        await scene.save('oidc')
        const told = { subjectName: 'oidc', before: { status: 'enable', issuer: scene.oidc.issuer } }
        return { path: '/loginmethod/oidc', told }
      },
    },
  ],
  linkIdentity: [
    {
      action: 'identity.linked',
      async ready(scene) {
        await scene.save('oidc')
        const { caller, email } = await makeKnown(scene)
        return {
          ...beginLink,
          by: caller,
          told: { actorName: email, subjectName: email, after: { issuer: scene.oidc.issuer, email } },
          goOn: ({ body }) => finishLink(scene, caller, body),
        }
      },
    },
  ],
  unlinkIdentity: [
    {
      action: 'identity.unlinked',
      async ready(scene) {
        await scene.save('oidc')
        const { caller, email } = await makeKnown(scene)
        await finishLink(scene, caller, await caller.expect(200, 'POST', beginLink.path, beginLink.body))
        return {
          by: caller,
          path: '/loginmethod/own/oidc',
          body: { password: PASSWORD },
          told: { actorName: email, before: { provider: 'oidc' } },
        }
      },
    },
  ],
  addOrganizationDomain: [
    {
      action: 'domain.added',
      async ready() {
        const domain = freshDomain()
        return { path: DOMAINS, body: { domain }, told: { subjectName: domain, after: { isProved: false } } }
      },
    },
  ],
  checkOrganizationDomain: [
    {
      action: 'domain.proved',
      async ready(scene) {
        const { domain } = await proveDomain(scene)
        const told = { subjectName: domain, before: { isProved: false }, after: { isProved: true } }
        return { path: `${DOMAINS}/${domain}/check`, told }
      },
    },
    {
      action: 'domain.lost',
      async ready(scene) {
        const { domain, record } = await proveDomain(scene)
        await scene.administrator.expect(200, 'POST', `${DOMAINS}/${domain}/check`)
        scene.records.delete(record.name)
        const told = { subjectName: domain, before: { isProved: true }, after: { isProved: false } }
        return { path: `${DOMAINS}/${domain}/check`, told }
      },
    },
  ],
  deleteOrganizationDomain: [
    {
      action: 'domain.removed',
      async ready(scene) {
        const { domain } = await addDomain(scene)
        return { path: `${DOMAINS}/${domain}`, told: { subjectName: domain, before: { isProved: false } } }
      },
    },
  ],
  requireSignOn: [
    {
      action: 'organization.sign-on-changed',
      async ready(scene) {
        await scene.save('oidc')
        const email = `max-${crypto.randomUUID()}@example.com`
        scene.oidc.person = { subject: email, email, emailVerified: true }
        const { caller, arrival } = await scene.signInByOidc(undefined, scene.organizationId)
        if (arrival.fault !== undefined) throw new Error(`Nobody came in: ${arrival.fault}`)
        const { id: userId } = await caller.expect<{ id: string }>(200, 'GET', '/auth/session')
        const roles = await scene.server.context.db.organization(scene.organizationId).read.listBuiltInRoles()
        const roleId = roles.find(({ builtIn }) => builtIn === 'owner')?.id
        await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, roleId })
        const path = '/organization/sign-on'
        const asked = { isRequired: true }
        const { details } = await caller.expect<{ details: { count: string } }>(409, 'PUT', path, asked)
        return {
          by: caller,
          path,
          body: { ...asked, administratorsLockedOut: Number(details.count) },
          told: { actorName: email, before: expect.anything(), after: expect.anything() },
          tidy: () => caller.expect(200, 'PUT', path, { isRequired: false }),
        }
      },
    },
  ],
}
