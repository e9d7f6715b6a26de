import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { shownNameSchema } from '../shown-name.ts'
import { signedInUserSchema } from './account.ts'
import { idParams, idSchema } from './parts.ts'
import { passkeyAssertionSchema } from './passkey-assertion.ts'
import { ownerProof } from './second-factor.ts'

const signedIn = { gate: 'session', permissions: 'every-caller' } as const
const name = shownNameSchema(100)
const tag = 'Account'

/** What a browser is asked to do, as WebAuthn writes it in JSON: it goes to the authenticator as it is. */
const options = z.looseObject({ challenge: z.string() })

/** A new passkey as the browser gives it. Texts of bytes are base64url. */
export const passkeyRegistrationSchema = z.object({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string().max(10_000),
    attestationObject: z.string().max(100_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof passkeyRegistrationSchema>

/** A passkey as its owner sees it. */
export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>

/** Passkeys of one's own, and the sign-in with one. */
export const passkeyRoutes = {
  beginPasskeySignIn: defineRoute({
    method: 'POST',
    path: '/auth/passkey/options',
    tag,
    summary: 'What the browser is to ask an authenticator for, to sign in or to prove the second factor',
    policy: { gate: 'public' },
    audit: { none: 'begins' },
    body: z.strictObject({}).optional(),
    response: options,
  }),
  signInWithPasskey: defineRoute({
    method: 'POST',
    path: '/auth/passkey',
    tag,
    summary: 'Sign in with a passkey alone',
    policy: { gate: 'public' },
    audit: { none: 'session' },
    body: z.strictObject({ passkey: passkeyAssertionSchema }),
    response: signedInUserSchema,
  }),
  listPasskeys: defineRoute({
    method: 'GET',
    path: '/account/passkeys',
    tag,
    summary: 'The own passkeys',
    policy: signedIn,
    response: z.array(passkeySchema),
  }),
  beginPasskey: defineRoute({
    method: 'POST',
    path: '/account/passkeys/options',
    tag,
    summary: 'What the browser is to ask an authenticator for, to make a passkey',
    policy: signedIn,
    audit: { none: 'begins' },
    body: z.strictObject(ownerProof),
    response: options,
  }),
  addPasskey: defineRoute({
    method: 'POST',
    path: '/account/passkeys',
    tag,
    summary:
      'Keep a passkey that an authenticator made; the first second factor gives recovery codes, this once, and ends all other sessions',
    policy: signedIn,
    audit: 'passkey.added',
    body: z.strictObject({ name, passkey: passkeyRegistrationSchema }),
    response: z.object({ passkey: passkeySchema, recoveryCodes: z.array(z.string()).optional() }),
  }),
  renamePasskey: defineRoute({
    method: 'PUT',
    path: '/account/passkeys/:id',
    tag,
    summary: 'Rename an own passkey',
    policy: signedIn,
    audit: 'passkey.renamed',
    params: idParams,
    body: z.strictObject({ name }),
    response: passkeySchema,
  }),
  removePasskey: defineRoute({
    method: 'DELETE',
    path: '/account/passkeys/:id',
    tag,
    summary: 'Remove an own passkey',
    policy: signedIn,
    audit: 'passkey.removed',
    params: idParams,
    body: z.strictObject(ownerProof),
    response: z.object({ message: z.string() }),
  }),
}
