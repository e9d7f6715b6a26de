import type { PasskeyAssertion, passkeyRoutes } from '@runnel/contract'
import {
  addPasskey,
  assertOwnAccount,
  assertUser,
  beginPasskey,
  beginPasskeyProof,
  CHALLENGE_MS,
  listPasskeys,
  type OperationContext,
  type OwnerProof,
  type PasskeyProof,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Handlers } from '../call.ts'
import { callOrigin, mailLanguage } from '../call-origin.ts'
import { type CookieNames, checkRequestOrigin, setSessionCookies } from '../gate.ts'
import { passkeySite } from '../passkey-site.ts'
import type { SignInLimit } from '../sign-in-limit.ts'
import { withPasswordLimit } from '../with-password-limit.ts'

/** What the routes of passkeys need beside operations. */
export interface PasskeySettings {
  cookies: CookieNames
  appUrl: string | undefined
  limit: SignInLimit
}

const cookieOptions = ({ secure }: CookieNames) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const

function setTicket(reply: FastifyReply, cookies: CookieNames, ticket: string): void {
  reply.setCookie(cookies.passkey, ticket, { ...cookieOptions(cookies), maxAge: CHALLENGE_MS / 1_000 })
}

/** The fields of a body that prove an owner once more; the password by either name. */
interface OwnerProofBody {
  password?: string | undefined
  oldPassword?: string | undefined
  code?: string | undefined
  passkey?: PasskeyAssertion | undefined
}

/** What a passkey answered, with the ticket that this browser got for it; the ticket is used up. */
export function readPasskeyProof(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { cookies, appUrl }: Pick<PasskeySettings, 'cookies' | 'appUrl'>,
  answer: PasskeyAssertion,
): PasskeyProof {
  return { answer, ticket: takeTicket({ request, reply }, cookies), site: passkeySite(request, appUrl) }
}

/** What an owner proves themselves by once more, with the ticket of this browser where that is a passkey. */
export function readOwnerProof(
  exchange: { request: FastifyRequest; reply: FastifyReply },
  settings: Pick<PasskeySettings, 'cookies' | 'appUrl'>,
  { password, oldPassword, code, passkey }: OwnerProofBody,
): OwnerProof {
  return {
    ...(password === undefined
      ? { password: oldPassword ?? '', field: 'oldPassword' }
      : { password, field: 'password' }),
    code,
    language: mailLanguage(exchange.request),
    ...(passkey ? { passkey: readPasskeyProof(exchange, settings, passkey) } : {}),
  }
}

function takeTicket(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookies: CookieNames,
): string | undefined {
  reply.clearCookie(cookies.passkey, cookieOptions(cookies))
  return request.cookies[cookies.passkey]
}

/** Passkeys of one's own, and the sign-in with one. */
export function passkeyHandlers(
  context: OperationContext,
  settings: PasskeySettings,
): Pick<Handlers, keyof typeof passkeyRoutes> {
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
      limit.take(attempt)
      const proof = readPasskeyProof({ request, reply }, settings, body.passkey)
      const session = await signInWithPasskey(context, proof, callOrigin(request))
      limit.forgive(attempt)
      setSessionCookies(reply, cookies, session.tokens)
      return session.user
    },
    listPasskeys: ({ principal }) => listPasskeys(context, assertUser(principal)),
    async beginPasskey({ principal, request, reply, body }) {
      const user = assertOwnAccount(principal)
      const site = passkeySite(request, appUrl)
      const proof = readOwnerProof({ request, reply }, settings, body)
      const { options, ticket } = await withPasswordLimit(limit, { request, userId: user.userId }, () =>
        beginPasskey(context, user, { proof, site }),
      )
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
    removePasskey({ principal, request, reply, params, body }) {
      const user = assertOwnAccount(principal)
      const proof = readOwnerProof({ request, reply }, settings, body)
      const language = mailLanguage(request)
      return withPasswordLimit(limit, { request, userId: user.userId }, () =>
        removePasskey(context, user, { id: params.id, proof, language }),
      )
    },
  }
}
