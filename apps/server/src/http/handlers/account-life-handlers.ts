import type { accountLifeRoutes } from '@runnel/contract'
import {
  assertOwnAccount,
  changeEmail,
  changePassword,
  confirmEmailChange,
  createRefusalNotes,
  createResetLink,
  deleteAccount,
  endOtherSessions,
  endSession,
  forgotPassword,
  getEmailChange,
  inviteUser,
  inviteUsers,
  joinByInvitation,
  listInvitationPlaces,
  listSessions,
  lookAtInvitation,
  type OperationContext,
  personOf,
  resendInvitation,
  resendVerification,
  verifyAccount,
  withdrawEmailChange,
} from '@runnel/operations'
import type { Handlers, HandlersOf } from '../call.ts'
import { checkRequestOrigin } from '../gate.ts'
import { callOrigin, mailLanguage, visitorOf } from '../identify-caller.ts'
import { ownerOfCall, type ProofSettings } from '../owner-of-call.ts'
import { clearSessionCookies } from '../session-cookies.ts'
import { countMail, countOwnMail, type MailCount, withLinkLimit } from '../with-password-limit.ts'

/** What these routes need beside operations. */
interface AccountLifeSettings extends ProofSettings, MailCount {}

type VisitorRoutes =
  | 'lookAtInvitation'
  | 'verifyAccount'
  | 'resendVerification'
  | 'forgotPassword'
  | 'confirmEmailChange'
type InvitingRoutes = 'listInvitationPlaces' | 'inviteUser' | 'inviteUsers' | 'resendInvitation'
type OwnRoutes =
  | 'createResetLink'
  | 'joinByInvitation'
  | 'changePassword'
  | 'changeEmail'
  | 'getEmailChange'
  | 'withdrawEmailChange'
  | 'deleteAccount'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'

/** Links that came by mail, and mails that are asked for. They set no cookie and take none. */
function visitorHandlers(
  context: OperationContext,
  settings: AccountLifeSettings,
): Pick<Handlers, VisitorRoutes> {
  return {
    async lookAtInvitation({ request, body }) {
      const { tempToken: token } = body.user
      // Nobody guesses a link: only who looks without end waits, and what is tried with a password counts apart.
      const attempt = { kind: 'look', name: '', address: request.ip } as const
      settings.limit.take(attempt)
      const found = await lookAtInvitation(context, token)
      if (found.invitation) settings.limit.forgive(attempt)
      return found
    },
    verifyAccount({ request, body }) {
      const { tempToken: token, password } = body.user
      return withLinkLimit(settings.limit, { request, token }, () =>
        verifyAccount(context, { token, password }, callOrigin(request)),
      )
    },
    resendVerification({ request, body }) {
      countMail(settings, request, body.email)
      return resendVerification(context, body.email, visitorOf(request))
    },
    forgotPassword({ request, body }) {
      countMail(settings, request, body.user.email)
      return forgotPassword(context, body.user.email, visitorOf(request))
    },
    confirmEmailChange({ principal, request, body }) {
      if (principal.kind === 'user') checkRequestOrigin(request, settings.appUrl)
      return confirmEmailChange(context, principal, {
        ...visitorOf(request),
        token: body.user.tempToken,
      })
    },
  }
}

/** Who may come, by whom they are invited. */
function invitationHandlers(context: OperationContext): Pick<Handlers, InvitingRoutes> {
  return {
    listInvitationPlaces: ({ principal, query }) => listInvitationPlaces(context, personOf(principal), query),
    inviteUser({ principal, request, body }) {
      const { user, workspace, role } = body
      const place = { workspaceId: workspace.id, roleId: role.id }
      const language = mailLanguage(request)
      return inviteUser(context, personOf(principal), { ...user, ...place, language })
    },
    inviteUsers({ principal, request, body }) {
      const { users, workspace, role } = body
      return inviteUsers(context, personOf(principal), {
        noteRefusal: () => createRefusalNotes(context)(principal, 'user.invited'),
        emails: users.map(({ email }) => email),
        ...{ workspaceId: workspace.id, roleId: role.id, language: mailLanguage(request) },
      })
    },
    resendInvitation: ({ principal, request, body }) =>
      resendInvitation(context, personOf(principal), {
        userId: body.user.id,
        asLink: body.asLink,
        language: mailLanguage(request),
      }),
  }
}

/** The own account of somebody who is signed in. */
function ownAccountHandlers(
  context: OperationContext,
  settings: AccountLifeSettings,
): Pick<Handlers, OwnRoutes> {
  return {
    createResetLink: ({ principal, body }) => createResetLink(context, personOf(principal), body.user.id),
    joinByInvitation: ({ principal, request, body }) =>
      joinByInvitation(context, personOf(principal), {
        token: body.user.tempToken,
        from: callOrigin(request),
      }),
    async changePassword(call) {
      const { newPassword } = call.body
      const owner = await ownerOfCall(context, settings, call)
      return changePassword(context, owner, { newPassword, language: mailLanguage(call.request) })
    },
    async changeEmail(call) {
      const { principal, request, body } = call
      assertOwnAccount(principal)
      countMail(settings, request, body.email)
      const owner = await ownerOfCall(context, settings, call)
      countOwnMail(settings, request, owner.user.id)
      return changeEmail(context, owner, { email: body.email, language: mailLanguage(request) })
    },
    getEmailChange: ({ principal }) => getEmailChange(context, assertOwnAccount(principal)),
    withdrawEmailChange: ({ principal }) => withdrawEmailChange(context, assertOwnAccount(principal)),
    async deleteAccount(call) {
      const answer = await deleteAccount(context, await ownerOfCall(context, settings, call))
      clearSessionCookies(call.reply, settings.cookies)
      return answer
    },
    listSessions: ({ principal }) => listSessions(context, assertOwnAccount(principal)),
    endSession: ({ principal, params }) => endSession(context, assertOwnAccount(principal), params.id),
    endOtherSessions: ({ principal }) => endOtherSessions(context, assertOwnAccount(principal)),
  }
}

/** From the invitation to the end of an account, beside signing in. */
export function accountLifeHandlers(
  context: OperationContext,
  settings: AccountLifeSettings,
): HandlersOf<typeof accountLifeRoutes> {
  return {
    ...visitorHandlers(context, settings),
    ...invitationHandlers(context),
    ...ownAccountHandlers(context, settings),
  }
}
