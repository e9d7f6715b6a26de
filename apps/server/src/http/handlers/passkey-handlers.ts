import type { passkeyRoutes } from '@runnel/contract'
import {
  addPasskey,
  assertOwnAccount,
  beginPasskey,
  beginPasskeyProof,
  listPasskeys,
  type OperationContext,
  personOf,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@runnel/operations'
import type { HandlersOf } from '../call.ts'
import { checkRequestOrigin } from '../gate.ts'
import { callOrigin, mailLanguage } from '../identify-caller.ts'
import { ownerOfCall, type ProofSettings, readPasskeyProof } from '../owner-of-call.ts'
import { passkeySite } from '../passkey-site.ts'
import { setTicket, takeTicket } from '../passkey-ticket.ts'
import { setSessionCookies } from '../session-cookies.ts'
import { withLimit } from '../with-password-limit.ts'

/** Passkeys of one's own, and the sign-in with one. */
export function passkeyHandlers(
  context: OperationContext,
  settings: ProofSettings,
): HandlersOf<typeof passkeyRoutes> {
  const { cookies, appUrl, limit } = settings
  return {
    async beginPasskeySignIn({ request, reply }) {
      checkRequestOrigin(request, appUrl)
      const { options, ticket } = await beginPasskeyProof(context, passkeySite(request, appUrl))
      setTicket(reply, cookies, ticket)
      return options
    },
    async signInWithPasskey({ request, reply, body }) {
      checkRequestOrigin(request, appUrl)
      const attempt = { kind: 'passkey' as const, name: body.passkey.id, address: request.ip }
      const session = await withLimit(limit, attempt, async () => {
        const proof = readPasskeyProof({ request, reply }, settings, body.passkey)
        return signInWithPasskey(context, proof, callOrigin(request))
      })
      setSessionCookies(reply, cookies, session.tokens)
      return session.user
    },
    listPasskeys: ({ principal }) => listPasskeys(context, personOf(principal)),
    async beginPasskey(call) {
      const { request, reply } = call
      const owner = await ownerOfCall(context, settings, call)
      const { options, ticket } = await beginPasskey(context, owner, passkeySite(request, appUrl))
      setTicket(reply, cookies, ticket)
      return options
    },
    addPasskey({ principal, request, reply, body }) {
      const ticket = takeTicket({ request, reply }, cookies)
      const site = passkeySite(request, appUrl)
      const { name, passkey: made } = body
      const language = mailLanguage(request)
      return addPasskey(context, assertOwnAccount(principal), { name, made, ticket, site, language })
    },
    renamePasskey: ({ principal, params, body }) =>
      renamePasskey(context, assertOwnAccount(principal), { id: params.id, name: body.name }),
    async removePasskey(call) {
      const language = mailLanguage(call.request)
      const owner = await ownerOfCall(context, settings, call)
      return removePasskey(context, owner, { id: call.params.id, language })
    },
  }
}
