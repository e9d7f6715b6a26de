import { grantablePermissions } from '@runnel/access'
import {
  type accountRoutes,
  allPermissions,
  isRunnelError,
  permissionCatalogue,
  RunnelError,
  refusalOf,
  tellWhy,
  WORKSPACE_HEADER,
} from '@runnel/contract'
import {
  acceptInvitation,
  getSignedInUser,
  isSetUp,
  type OperationContext,
  refreshSession,
  registerAdministrator,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import type { Call, HandlersOf } from '../call.ts'
import { checkRequestOrigin, comesFromOwnPage } from '../gate.ts'
import {
  callOrigin,
  mailLanguage,
  readSessionCookies,
  sessionOwnerOf,
  visitorOf,
} from '../identify-caller.ts'
import type { KnownDevices } from '../known-device.ts'
import { type ProofSettings, readPasskeyProof } from '../owner-of-call.ts'
import { clearSessionCookies, setSessionCookies } from '../session-cookies.ts'
import type { SetupGuard } from '../setup-guard.ts'
import { countMail, type MailCount, withLimit, withLinkLimit } from '../with-password-limit.ts'

/** What the account routes need beside operations. */
export interface AccountSettings extends ProofSettings, MailCount {
  setup: SetupGuard
  devices: KnownDevices
}

/** The workspace that the page of a call shows, where it says so. */
function shownWorkspaceOf({ headers }: FastifyRequest): string | undefined {
  const shown = headers[WORKSPACE_HEADER]
  return typeof shown === 'string' ? shown : undefined
}

async function getSession(context: OperationContext, { principal, request }: Call<'getSession'>) {
  if (principal.kind !== 'user') throw new RunnelError('unauthenticated', 'Invalid or Missing token')
  return getSignedInUser(context, sessionOwnerOf(principal), shownWorkspaceOf(request))
}

function grantableCatalogue({ settings }: OperationContext, { params, principal }: Call<'getPermissions'>) {
  if (params.type === 'ROLE') return permissionCatalogue
  const given = grantablePermissions(principal, allPermissions, settings.platformType)
  const categories = Object.entries(permissionCatalogue)
    .map(([category, entries]) => [category, entries.filter(({ key }) => given.includes(key))] as const)
    .filter(([, entries]) => entries.length > 0)
  return Object.fromEntries(categories)
}

async function login(
  context: OperationContext,
  settings: AccountSettings,
  { request, reply, body }: Call<'login'>,
) {
  const { cookies, appUrl, limit, devices } = settings
  checkRequestOrigin(request, appUrl)
  const { email: name } = body
  const device = devices.find(request, name)
  const attempt = { kind: 'account' as const, name, address: request.ip, device }
  const { passkey, ...typed } = body
  const session = await withLimit(limit, attempt, async () => {
    const proof = passkey && readPasskeyProof({ request, reply }, settings, passkey)
    const input = {
      ...typed,
      passkey: proof,
      isKnownDevice: device !== undefined,
      language: mailLanguage(request),
    }
    return signIn(context, input, callOrigin(request))
  })
  setSessionCookies(reply, cookies, session.tokens)
  devices.remember(reply, name)
  return session.user
}

const organizationOfInvitation = () =>
  refusalOf('invalid_input', tellWhy('organization_of_invitation'), { path: 'organization' })

/** Where a visitor goes; before the set-up also under which address. */
async function resolveVisitor(
  context: OperationContext,
  { appUrl, setup }: Pick<AccountSettings, 'appUrl' | 'setup'>,
  request: FastifyRequest,
) {
  if (await isSetUp(context)) return { redirectUrl: '/signin' }
  const isElsewhere = appUrl !== undefined && !comesFromOwnPage(request, appUrl)
  return {
    redirectUrl: '/organization-setup',
    needsSetupToken: setup.needsToken(request),
    ...(isElsewhere ? { opensAt: appUrl } : {}),
  }
}

/** Sign-in, set-up and session routes. They set cookies, so each checks where the call came from. */
export function accountHandlers(
  context: OperationContext,
  settings: AccountSettings,
): HandlersOf<typeof accountRoutes> {
  const { cookies, appUrl, setup, limit, devices } = settings
  return {
    resolve: ({ request }) => resolveVisitor(context, settings, request),
    login: (call) => login(context, settings, call),
    async refreshToken({ request, reply }) {
      checkRequestOrigin(request, appUrl)
      const shown = readSessionCookies(request, cookies).refresh
      try {
        const { tokens, owner } = await refreshSession(context, shown, callOrigin(request))
        // Before anything else may fail: the tokens of before are used up.
        setSessionCookies(reply, cookies, tokens)
        return await getSignedInUser(context, owner, shownWorkspaceOf(request))
      } catch (error) {
        if (isRunnelError(error) && error.status === 401) clearSessionCookies(reply, cookies)
        throw error
      }
    },
    getSession: (call) => getSession(context, call),
    // There are accounts and nothing beside them: no name and password guard the whole installation, so that none fit.
    getBasicAuth: () => ({ isUsernamePasswordSet: false }),
    checkBasicAuth: () => ({ message: 'Authentication failed' }),
    getPermissions: (call) => grantableCatalogue(context, call),
    async register({ request, reply, body }) {
      checkRequestOrigin(request, appUrl)
      const { name, email, credential: password, tempToken: token } = body.user
      const owner = { name, email, password, organizationName: body.organization?.name }
      const from = callOrigin(request)
      if (!(await isSetUp(context))) {
        setup.check(request, token)
        const made = await registerAdministrator(context, owner, from)
        setup.close()
        return made
      }
      if (token !== undefined) {
        if (body.organization !== undefined) throw organizationOfInvitation()
        const guess = <T>(work: () => Promise<T>) =>
          withLimit(limit, { kind: 'invited', name: email, address: request.ip }, work)
        const accept = () => acceptInvitation(context, { name, email, password, token, guess }, from)
        const made = await withLinkLimit(limit, { request, token }, accept)
        devices.remember(reply, email)
        return made
      }
      countMail(settings, request, email)
      return signUp(context, owner, visitorOf(request))
    },
    async logout({ request, reply }) {
      checkRequestOrigin(request, appUrl)
      const shown = readSessionCookies(request, cookies)
      // Whatever becomes of the session, this browser has it no more.
      clearSessionCookies(reply, cookies)
      await signOut(context, shown, callOrigin(request))
      return { message: 'logged_out', redirectTo: '/login' }
    },
    async resetPassword({ request, reply, body }) {
      checkRequestOrigin(request, appUrl)
      const { tempToken: token, ...user } = body.user
      // No limit: nobody guesses a link, and strangers must not keep its owner from it.
      const answer = await resetPassword(
        context,
        { ...user, token, language: mailLanguage(request) },
        callOrigin(request),
      )
      // The sign-in that follows gets through whatever strangers do to the account meanwhile.
      devices.remember(reply, user.email)
      return answer
    },
  }
}
