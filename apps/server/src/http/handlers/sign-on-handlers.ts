import {
  findOwnPath,
  type RunnelError,
  type SignOnFault,
  signOnFaults,
  type signOnRoutes,
} from '@runnel/contract'
import {
  type BegunSignOn,
  beginLink,
  beginSignOn,
  finishAssertion,
  finishSignOn,
  getSamlMetadata,
  getSignedInUser,
  listOwnIdentities,
  listSignOnButtons,
  personOf,
  type ReturningBrowser,
  receiveAssertion,
  type ServingContext,
  type SignOnEnd,
  takeSignOnToken,
  unlinkIdentity,
} from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HandlersOf } from '../call.ts'
import { callOrigin, identifyCaller, mailLanguage, sessionOwnerOf } from '../identify-caller.ts'
import { toRunnelError } from '../on-error.ts'
import { ownerOfCall, type ProofSettings } from '../owner-of-call.ts'
import { apiAddress } from '../redirect-address.ts'
import { sendBrowser } from '../send-browser.ts'
import { type CookieNames, setSessionCookies } from '../session-cookies.ts'
import type { SignInLimit } from '../sign-in-limit.ts'

/** What these routes need beside operations. */
export interface SignOnSettings extends ProofSettings {
  /** Slows who begins without end; each beginning asks a provider. */
  beginLimit: SignInLimit
  /** Counts those who come back from a provider: each may have it asked, or an assertion read. */
  returnLimit: SignInLimit
}

/** The beginning of a sign-in lies in a cookie that only a page of the same browser brings back. */
function keepAttempt(reply: FastifyReply, cookies: CookieNames, begun: BegunSignOn): void {
  reply.setCookie(cookies.signOn, begun.sealed, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: cookies.secure,
    expires: new Date(begun.expiresAt),
  })
}

async function readBrowser(
  context: ServingContext,
  request: FastifyRequest,
  cookies: CookieNames,
): Promise<ReturningBrowser> {
  return {
    sealed: request.cookies[cookies.signOn],
    principal: await identifyCaller(context, request, { cookies }).catch(() => ({ kind: 'anonymous' })),
    from: callOrigin(request),
    language: mailLanguage(request),
  }
}

/** How browsers go on: with a session, with a link, or with what went wrong. */
function createReturns(context: ServingContext, { cookies, beginLimit, returnLimit }: SignOnSettings) {
  function tell(reply: FastifyReply, error: unknown, page: '/signin' | '/account') {
    const fault = toRunnelError(error)
    // The page shows its own words for a code: the whole reason is for who runs the product.
    const level = fault.status >= 500 && fault.code !== 'upstream_error' ? 'error' : 'warn'
    context.log[level]({ err: error }, 'A sign-in by a provider failed')
    return sendBrowser(reply, { page: `${page}?${new URLSearchParams({ error: faultOf(fault) })}` })
  }

  async function finish(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    work: (browser: ReturningBrowser) => Promise<SignOnEnd>,
  ) {
    const browser = await readBrowser(context, request, cookies)
    reply.clearCookie(cookies.signOn, { path: '/', httpOnly: true, sameSite: 'lax', secure: cookies.secure })
    try {
      returnLimit.take(returnOf(request))
      const end = await work(browser)
      beginLimit.forgive(tryOf(request))
      returnLimit.forgive(returnOf(request))
      if (end.kind === 'linked') return sendBrowser(reply, { page: '/account?linked=true' })
      setSessionCookies(reply, cookies, end.session.tokens)
      const query = new URLSearchParams({ token: end.token, ...(end.from ? { from: end.from } : {}) })
      return sendBrowser(reply, { page: `/sso-success?${query}` })
    } catch (error) {
      return tell(reply, error, browser.principal.kind === 'user' ? '/account' : '/signin')
    }
  }

  return { tell, finish }
}

/** Why a sign-in failed, by its code. */
function faultOf({ code, body }: RunnelError): SignOnFault {
  const known = signOnFaults.find((fault) => fault === body.error)
  if (known !== undefined) return known
  switch (code) {
    case 'rate_limited':
      return 'sso_too_many'
    case 'upstream_error':
    case 'egress_denied':
    case 'timeout':
      return 'sso_provider_away'
    case 'forbidden':
      return 'sso_no_workspace'
    default:
      return 'sso_failed'
  }
}

/** Only tries without end make an address wait: behind one address may sit a whole office, and no account is guessed. */
const tryOf = ({ ip }: FastifyRequest) => ({ kind: 'sign-on' as const, name: '', address: ip })
const returnOf = (request: FastifyRequest) => ({ ...tryOf(request), kind: 'return' as const })

/**
 * Whether a page of another site led the browser here: it could choose by whose provider, and as whom, the browser is signed
 * in. Browsers of before tell nothing of it.
 */
const isLedByOthers = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

/** Our sign-in page with the buttons of an organisation: who wants to go on presses one. */
function signInPage(organization: string | undefined, from: string | undefined): string {
  const known = Object.entries({ organization, from }).filter(([, value]) => value !== undefined)
  return `/signin?${new URLSearchParams(known as [string, string][])}`
}

/** Signing in by a provider: what goes wrong is told on the sign-in page. */
export function signOnHandlers(
  context: ServingContext,
  settings: SignOnSettings,
): HandlersOf<typeof signOnRoutes> {
  const { cookies, appUrl, beginLimit, returnLimit } = settings
  const { tell, finish } = createReturns(context, settings)
  return {
    getDefaultLoginMethods: ({ query }) => listSignOnButtons(context, query.organizationId),
    listOwnIdentities: ({ principal }) => listOwnIdentities(context, principal),
    async linkIdentity(call) {
      const { body, request, reply } = call
      const owner = await ownerOfCall(context, settings, call)
      const { providerName } = body
      const begun = await beginLink(context, owner, { providerName, api: apiAddress(request, appUrl) })
      keepAttempt(reply, cookies, begun)
      return { url: begun.url }
    },
    async unlinkIdentity(call) {
      const owner = await ownerOfCall(context, settings, call)
      return unlinkIdentity(context, owner, { ...call.params, language: mailLanguage(call.request) })
    },
    async beginSignOn({ params, query, request, reply }) {
      const { organizationId, invitation } = query
      // Kept for the page that the browser comes back to, which goes there.
      const from = findOwnPath(query.from)
      if (isLedByOthers(request)) return sendBrowser(reply, { page: signInPage(organizationId, from) })
      try {
        beginLimit.take(tryOf(request))
        const api = apiAddress(request, appUrl)
        const begun = await beginSignOn(context, { ...params, organizationId, from, invitation, api })
        keepAttempt(reply, cookies, begun)
        return sendBrowser(reply, { provider: begun.url })
      } catch (error) {
        return tell(reply, error, '/signin')
      }
    },
    finishSignOn: ({ params, request, reply }) =>
      finish({ request, reply }, (browser) =>
        finishSignOn(context, browser, { ...params, query: new URL(request.url, 'http://x').searchParams }),
      ),
    async receiveAssertion({ params, body, request, reply }) {
      try {
        returnLimit.take(returnOf(request))
        const { organizationId } = params
        const code = await receiveAssertion(context, {
          organizationId,
          api: apiAddress(request, appUrl),
          response: body.SAMLResponse,
          from: callOrigin(request),
        })
        const query = new URLSearchParams({ code })
        return sendBrowser(reply, { page: `/api/v1/saml/${organizationId}/finish?${query}` })
      } catch (error) {
        return tell(reply, error, '/signin')
      }
    },
    finishAssertion: ({ params, query, request, reply }) =>
      finish({ request, reply }, (browser) => finishAssertion(context, browser, { ...params, ...query })),
    async getSamlMetadata({ params, request, reply }) {
      const xml = await getSamlMetadata(context, { ...params, api: apiAddress(request, appUrl) })
      return reply.type('application/samlmetadata+xml; charset=utf-8').send(xml)
    },
    async finishSsoSignIn({ principal, query }) {
      await takeSignOnToken(context, principal, query.token)
      return getSignedInUser(context, sessionOwnerOf(personOf(principal)))
    },
  }
}
