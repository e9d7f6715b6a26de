import type { DatabaseKind } from '@runnel/db/testing'
import {
  type ForgingProvider,
  startForgingProvider,
  startOidcProvider,
  startSamlProvider,
  type TestOidcProvider,
  type TestSamlProvider,
} from '@runnel/drivers/testing'
import { type PeopleScene, startPeopleScene } from './people-scene.ts'
import type { TestAnswer, TestCaller } from './test-caller.ts'

/** What the sign-in of a stranger came to: where the browser was sent, and what the page would say. */
export interface Arrival {
  path: string
  query: URLSearchParams
  /** The code of the sign-in page; undefined where it went well. */
  fault: string | undefined
}

/** A server with people, and providers of sign-ins beside it. */
export interface SignOnScene extends Omit<PeopleScene, 'comeBack'> {
  oidc: TestOidcProvider
  forger: ForgingProvider
  saml: TestSamlProvider
  /** The role that new people get. */
  roleId: string
  /** Keeps a login method as the administrator, in use and open to new people unless said otherwise. */
  save(providerName: string, config?: object, status?: 'enable' | 'disable'): Promise<object>
  /** Sends a browser to a provider; gives the address there. */
  begin(caller: TestCaller, providerName: string, organizationId?: string): Promise<string>
  /** As a browser comes back from a provider: with its cookies, without our header. */
  comeBack(caller: TestCaller, url: string): Promise<Arrival>
  /** As the form of a provider arrives: a page of another site sends no cookie of ours. */
  post(caller: TestCaller, form: { SAMLResponse: string; RelayState: string; to: string }): Promise<Arrival>
  /** All of a sign-in by the real provider. */
  signInByOidc(
    caller?: TestCaller,
    organizationId?: string,
  ): Promise<{ caller: TestCaller; arrival: Arrival }>
  signInBySaml(caller?: TestCaller): Promise<{ caller: TestCaller; arrival: Arrival }>
}

const BARE = { 'x-request-from': '', 'sec-fetch-site': 'cross-site' }
/** A button of our sign-in page. */
const PRESSED = { 'x-request-from': '', 'sec-fetch-site': 'same-origin' }

function readArrival(answer: TestAnswer, origin: string): Arrival {
  const url = new URL(answer.headers.get('location') ?? 'none:', origin)
  const fault = url.searchParams.get('error') ?? undefined
  return { path: url.pathname, query: url.searchParams, fault }
}

/** Sends a browser to a provider; gives the address there. */
export async function beginSignOn(
  caller: TestCaller,
  providerName: string,
  organizationId?: string,
): Promise<string> {
  const query = organizationId === undefined ? '' : `?organizationId=${organizationId}`
  const answer = await caller.call('GET', `/${providerName}/login${query}`, undefined, PRESSED)
  const url = answer.headers.get('location')
  if (answer.status !== 303 || url === null) throw new Error(`${answer.status}: ${answer.text}`)
  return url
}

/** As a browser comes back from a provider to the server at `origin`: with its cookies, without our header. */
export async function comeBackFrom(caller: TestCaller, url: string, origin: string): Promise<Arrival> {
  return readArrival(await caller.call('GET', url.replace(origin, ''), undefined, BARE), origin)
}

/** Starts it; stop it in `afterAll`. */
export async function startSignOnScene(
  kind: DatabaseKind,
  { hasMail = false, env = {} }: { hasMail?: boolean; env?: Record<string, string> } = {},
): Promise<SignOnScene> {
  const [oidc, forger, saml] = await Promise.all([
    startOidcProvider(),
    startForgingProvider(),
    startSamlProvider(),
  ])
  const allowed = [oidc.issuer, forger.issuer, saml.origin].map((origin) => new URL(origin).host)
  const people = await startPeopleScene(kind, {
    hasMail,
    env: { ...env, EGRESS_ALLOW: allowed.join(',') },
  })
  const roleId = await people.makeRole(['chatflows:view'])
  const { origin } = people.server
  oidc.register([`${origin}/api/v1/oidc/callback`])
  const toUs = (url: string) => url.replace(origin, '')

  const scene: SignOnScene = {
    ...people,
    oidc,
    forger,
    saml,
    roleId,
    save: (providerName, config = {}, status = 'enable') => {
      const { clientId: clientID, clientSecret } = oidc
      const known =
        providerName === 'saml'
          ? { entityId: saml.entityId, signInUrl: saml.signInUrl, certificate: saml.certificate }
          : { issuer: oidc.issuer, clientID, clientSecret }
      const opens = { autoProvision: true, workspaceId: people.workspaceId, roleId }
      const provider = { providerName, status, config: { ...known, ...opens, ...config } }
      return people.administrator.expect<object>(200, 'PUT', '/loginmethod', { providers: [provider] })
    },
    begin: beginSignOn,
    comeBack: (caller, url) => comeBackFrom(caller, url, origin),
    async post(caller, { to, ...form }) {
      const bare = people.server.anonymous()
      const answer = await bare.call('POST', toUs(to), new URLSearchParams(form).toString(), {
        ...BARE,
        'content-type': 'application/x-www-form-urlencoded',
      })
      const arrival = readArrival(answer, origin)
      if (!arrival.path.endsWith('/finish')) return arrival
      return scene.comeBack(caller, `${arrival.path}?${arrival.query}`)
    },
    async signInByOidc(caller = people.server.anonymous(), organizationId = undefined) {
      const back = await oidc.signIn(await scene.begin(caller, 'oidc', organizationId))
      return { caller, arrival: await scene.comeBack(caller, back) }
    },
    async signInBySaml(caller = people.server.anonymous()) {
      const form = await saml.answer(await scene.begin(caller, 'saml'))
      return { caller, arrival: await scene.post(caller, form) }
    },
    async stop() {
      await people.stop()
      await Promise.all([oidc.close(), forger.close(), saml.close()])
    },
  }
  return scene
}
