import type { peopleRoutes } from '@runnel/contract'
import {
  asksForMail,
  assertOwnAccount,
  createMember,
  createOrganization,
  deleteMember,
  getUser,
  listMembers,
  readOrganization,
  type ServingContext,
  updateMember,
  updateOrganization,
  updateUser,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { mailLanguage } from '../identify-caller.ts'
import { answerOneOrList, expectedRevision } from '../list-answer.ts'
import { ownerOfCall, type ProofSettings } from '../owner-of-call.ts'
import { countMail, countOwnMail, type MailCount } from '../with-password-limit.ts'

/** The own profile, the organisation and its people. */
export function peopleHandlers(
  context: ServingContext,
  settings: ProofSettings & MailCount,
): HandlersOf<typeof peopleRoutes> {
  return {
    getUser: ({ principal, query }) => getUser(context, principal, query),
    updateUser(call) {
      const { principal, request, body } = call
      const user = assertOwnAccount(principal)
      const { oldPassword: _old, code: _code, passkey: _passkey, ...wanted } = body
      const isMailed = asksForMail(user, body)
      if (isMailed) countMail(settings, request, body.email ?? '')
      // Only what proves the password may forgive the tries before it.
      const prove = async () => {
        const owner = await ownerOfCall(context, settings, call)
        if (isMailed) countOwnMail(settings, request, owner.user.id)
        return owner
      }
      return updateUser(context, user, { ...wanted, prove, language: mailLanguage(request) })
    },
    getOrganization: ({ principal, query }) => readOrganization(context, principal, query),
    createOrganization: ({ principal, body }) => createOrganization(context, principal, body),
    updateOrganization: ({ principal, body, request }) =>
      updateOrganization(context, principal, { ...body, expectedRevision: expectedRevision(request) }),
    async listOrganizationUsers(call) {
      return answerOneOrList(call, await listMembers(context, call.principal, call.query))
    },
    createOrganizationUser: ({ principal, body }) => createMember(context, principal, body),
    updateOrganizationUser: ({ principal, body }) => updateMember(context, principal, body),
    deleteOrganizationUser: ({ principal, query }) => deleteMember(context, principal, query),
  }
}
