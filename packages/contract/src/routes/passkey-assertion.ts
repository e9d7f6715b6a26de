import { z } from 'zod'

/** What a passkey answered to a challenge, as the browser gives it. Texts of bytes are base64url. */
export const passkeyAssertionSchema = z.object({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string().max(10_000),
    authenticatorData: z.string().max(10_000),
    signature: z.string().max(10_000),
    userHandle: z.string().max(200).nullish(),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>
