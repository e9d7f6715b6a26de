import { Readable } from 'node:stream'
import type { auditRoutes, passkeyRoutes } from '@runnel/contract'
import {
  asksForMail,
  assertOwnAccount,
  beginSecondFactor,
  changeEmail,
  changePassword,
  confirmEmailChange,
  confirmSecondFactor,
  createRefusalNotes,
  createResetLink,
  deleteAccount,
  endOtherSessions,
  endSession,
  exportAuditEntries,
  exportLoginActivity,
  forgotPassword,
  getSecondFactor,
  inviteUser,
  inviteUsers,
  joinByInvitation,
  listAuditEntries,
  listInvitationPlaces,
  listLoginActivity,
  listSessions,
  lookAtInvitation,
  type OperationContext,
  personOf,
  removeSecondFactor,
  replaceRecoveryCodes,
  resendInvitation,
  resendVerification,
  resetSecondFactor,
  updateUser,
  type Visitor,
  verifyAccount,
} from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Handlers } from '../call.ts'
import { checkRequestOrigin } from '../gate.ts'
import { callOrigin, mailLanguage } from '../identify-caller.ts'
import { ownerOfCall } from '../owner-of-call.ts'
import { type CookieNames, clearSessionCookies } from '../session-cookies.ts'
import type { SignInLimit } from '../sign-in-limit.ts'
import { withLinkLimit } from '../with-password-limit.ts'
import { passkeyHandlers } from './passkey-handlers.ts'

/** What these routes need beside operations. */
interface AccountLifeSettings {
  cookies: CookieNames
  appUrl: string | undefined
  /** Slows who tries the password of a session that is not theirs. */
  limit: SignInLimit
  /** Slows who has mails sent; apart, so that it keeps nobody from signing in. */
  mailLimit: SignInLimit
}

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
  | 'updateUser'
  | 'changePassword'
  | 'changeEmail'
  | 'deleteAccount'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
type SecondFactorRoutes =
  | 'getSecondFactor'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'replaceRecoveryCodes'
  | 'removeSecondFactor'
  | 'resetSecondFactor'
type AuditRoutes = keyof typeof auditRoutes

const visitorOf = (request: FastifyRequest): Visitor => ({
  from: callOrigin(request),
  language: mailLanguage(request),
})

/** Counts a mail that somebody has sent to an address, which need not be theirs. */
const takeMail = ({ mailLimit }: AccountLifeSettings, request: FastifyRequest, email: string) =>
  mailLimit.take({ kind: 'mail', name: email, address: request.ip })

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
      takeMail(settings, request, body.email)
      return resendVerification(context, body.email, visitorOf(request))
    },
    forgotPassword({ request, body }) {
      takeMail(settings, request, body.user.email)
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
    updateUser(call) {
      const { principal, request, body } = call
      const user = assertOwnAccount(principal)
      const { oldPassword: _old, code: _code, passkey: _passkey, ...wanted } = body
      if (asksForMail(user, body)) takeMail(settings, request, body.email ?? '')
      // Only what proves the password may forgive the tries before it.
      const prove = () => ownerOfCall(context, settings, call)
      return updateUser(context, user, { ...wanted, prove, language: mailLanguage(request) })
    },
    async changePassword(call) {
      const { newPassword } = call.body
      const owner = await ownerOfCall(context, settings, call)
      return changePassword(context, owner, { newPassword, language: mailLanguage(call.request) })
    },
    async changeEmail(call) {
      const { principal, request, body } = call
      assertOwnAccount(principal)
      takeMail(settings, request, body.email)
      const owner = await ownerOfCall(context, settings, call)
      return changeEmail(context, owner, { email: body.email, language: mailLanguage(request) })
    },
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

/** The second factor of somebody who is signed in, and that of others for who manages users. */
function secondFactorHandlers(
  context: OperationContext,
  settings: AccountLifeSettings,
): Pick<Handlers, SecondFactorRoutes> {
  return {
    getSecondFactor: ({ principal }) => getSecondFactor(context, personOf(principal)),
    beginSecondFactor: async (call) => beginSecondFactor(context, await ownerOfCall(context, settings, call)),
    confirmSecondFactor: ({ principal, request, body }) =>
      confirmSecondFactor(context, assertOwnAccount(principal), {
        code: body.code,
        language: mailLanguage(request),
      }),
    replaceRecoveryCodes: async (call) =>
      replaceRecoveryCodes(context, await ownerOfCall(context, settings, call), {
        language: mailLanguage(call.request),
      }),
    removeSecondFactor: async (call) =>
      removeSecondFactor(context, await ownerOfCall(context, settings, call), {
        language: mailLanguage(call.request),
      }),
    resetSecondFactor: ({ principal, request, params }) =>
      resetSecondFactor(context, personOf(principal), {
        userId: params.id,
        language: mailLanguage(request),
      }),
  }
}

/** What people did, and who tried to sign in. */
function auditHandlers(context: OperationContext): Pick<Handlers, AuditRoutes> {
  return {
    listLoginActivity: ({ principal, body }) => listLoginActivity(context, principal, body),
    listAudit: ({ principal, body }) => listLoginActivity(context, principal, body),
    listAuditEntries: ({ principal, query }) => listAuditEntries(context, principal, query),
    exportLoginActivity: ({ principal, query, reply }) =>
      sendLog(reply, `login-activity.${query.format}`, exportLoginActivity(context, principal, query)),
    exportAuditEntries: ({ principal, query, reply }) =>
      sendLog(reply, `audit-log.${query.format}`, exportAuditEntries(context, principal, query)),
  }
}

/** Sends a log as a file while it is read. */
function sendLog(reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply {
  const type = name.endsWith('.csv') ? 'text/csv' : 'application/json'
  return reply
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type(`${type}; charset=utf-8`)
    .send(Readable.from(parts))
}

/** All of an account beside signing in, and the logs. */
export function accountLifeHandlers(
  context: OperationContext,
  settings: AccountLifeSettings,
): Pick<
  Handlers,
  VisitorRoutes | InvitingRoutes | OwnRoutes | SecondFactorRoutes | keyof typeof passkeyRoutes | AuditRoutes
> {
  return {
    ...visitorHandlers(context, settings),
    ...invitationHandlers(context),
    ...ownAccountHandlers(context, settings),
    ...secondFactorHandlers(context, settings),
    ...passkeyHandlers(context, settings),
    ...auditHandlers(context),
  }
}
