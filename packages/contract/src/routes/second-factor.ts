import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { idParams } from './parts.ts'
import { passkeyAssertionSchema } from './passkey-assertion.ts'

const signedIn = { gate: 'session', permissions: 'every-caller' } as const
const password = z.string().min(1).max(1_000)
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const tag = 'Account'

/** A code of an authenticator app, or a recovery code; spaces and hyphens do not count. */
export const secondFactorCodeSchema = z.string().max(40)

/** What proves a second factor: a code, a recovery code, or the answer of a passkey. Asked for where one is on. */
export const factorProof = {
  code: secondFactorCodeSchema.optional(),
  passkey: passkeyAssertionSchema.optional(),
}

/** What proves once more that a session is in its owner's hands: the password, and the second factor where there is one. */
export const ownerProof = { password, ...factorProof }

/** Sign-in with a code of an authenticator app after the password. */
export const secondFactorRoutes = {
  getSecondFactor: defineRoute({
    method: 'GET',
    path: '/account/second-factor',
    tag,
    summary: 'Whether the own sign-in asks for a code',
    policy: signedIn,
    response: z.object({
      /** Whether an authenticator app is set up. */
      isOn: z.boolean(),
      /** Whether there is a passkey: then, too, the password alone does not open the account. */
      hasPasskeys: z.boolean(),
      recoveryCodesLeft: z.number(),
    }),
  }),
  beginSecondFactor: defineRoute({
    method: 'POST',
    path: '/account/second-factor',
    tag,
    summary: 'Make a secret for an authenticator app; it counts when a first code is confirmed',
    policy: signedIn,
    audit: { none: 'begins' },
    body: z.strictObject(ownerProof),
    response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  }),
  confirmSecondFactor: defineRoute({
    method: 'POST',
    path: '/account/second-factor/confirm',
    tag,
    summary:
      'Turn the second factor on by a first code; gives the recovery codes, this once, and ends all other sessions',
    policy: signedIn,
    audit: 'second-factor.on',
    body: z.strictObject({ code: secondFactorCodeSchema }),
    response: recoveryCodes,
  }),
  replaceRecoveryCodes: defineRoute({
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    tag,
    summary: 'Make other recovery codes; the old ones end',
    policy: signedIn,
    audit: 'recovery-codes.replaced',
    body: z.strictObject(ownerProof),
    response: recoveryCodes,
  }),
  removeSecondFactor: defineRoute({
    method: 'DELETE',
    path: '/account/second-factor',
    tag,
    summary: 'Turn the own second factor off',
    policy: signedIn,
    audit: 'second-factor.off',
    body: z.strictObject(ownerProof),
    response: z.object({ message: z.string() }),
  }),
  resetSecondFactor: defineRoute({
    method: 'DELETE',
    path: '/account/second-factor/:id',
    tag,
    summary: 'Turn off the second factor of somebody who has lost it',
    policy: { gate: 'session', permissions: ['users:manage'], feature: 'feat:users' },
    audit: 'second-factor.reset',
    params: idParams,
    response: z.object({ message: z.string() }),
  }),
}
