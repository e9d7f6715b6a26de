import type { secondFactorRoutes } from '@runnel/contract'
import {
  assertOwnAccount,
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  type OperationContext,
  personOf,
  removeSecondFactor,
  replaceRecoveryCodes,
  resetSecondFactor,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { mailLanguage } from '../identify-caller.ts'
import { ownerOfCall, type ProofSettings } from '../owner-of-call.ts'

/** The second factor of somebody who is signed in, and that of others for who manages users. */
export function secondFactorHandlers(
  context: OperationContext,
  settings: ProofSettings,
): HandlersOf<typeof secondFactorRoutes> {
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
