import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { dateSchema, idSchema } from './parts.ts'

/** The account to which a credential of OAuth2 is connected. */
export const connectionSchema = z.object({
  /** `expired`: the vendor takes its tokens no more, and somebody must connect it anew. */
  state: z.enum(['none', 'connected', 'expired']),
  /** Whose account it is, where its vendor says so. */
  account: z.string().optional(),
})
export type Connection = z.infer<typeof connectionSchema>

/** What the call-back tells the page that opened it, on the channel of this name. */
export const CONNECTION_CHANNEL = 'runnel-connections'

const credentialParams = z.strictObject({ credentialId: idSchema })
const told = { success: z.boolean(), message: z.string(), credentialId: idSchema }
const tag = 'Connected accounts'

export const connectionRoutes = {
  getRedirectAddress: defineRoute({
    method: 'GET',
    path: '/oauth2-credential/redirect-uri',
    tag,
    summary: 'The address to which vendors send people back; it is registered with the vendor',
    policy: { gate: 'caller', permissions: ['credentials:create', 'credentials:update'] },
    response: z.object({ redirectUri: z.url() }),
  }),
  authoriseCredential: defineRoute({
    method: 'POST',
    path: '/oauth2-credential/authorize/:credentialId',
    tag,
    summary: 'Begin to connect an account; the browser that asks is the one that may finish',
    policy: { gate: 'session', permissions: ['credentials:create', 'credentials:update'] },
    audit: 'credential.connected',
    params: credentialParams,
    response: z.object({ ...told, authorizationUrl: z.url(), redirectUri: z.url() }),
  }),
  finishAuthorisation: defineRoute({
    method: 'GET',
    path: '/oauth2-credential/callback',
    tag,
    summary: 'Where a vendor sends somebody back; answers with a page that closes itself',
    policy: { gate: 'public' },
    query: z.object({
      state: z.string().max(500).optional(),
      code: z.string().max(8_000).optional(),
      error: z.string().max(500).optional(),
      iss: z.string().max(2_000).optional(),
    }),
    response: 'text',
  }),
  refreshConnection: defineRoute({
    method: 'POST',
    path: '/oauth2-credential/refresh/:credentialId',
    tag,
    summary: 'Renew the access token of an account now; no token is told',
    policy: { gate: 'caller', permissions: ['credentials:update'] },
    audit: 'credential.renewed',
    params: credentialParams,
    response: z.object({
      ...told,
      tokenInfo: z.object({
        token_type: z.string(),
        has_new_refresh_token: z.boolean(),
        expires_at: dateSchema.optional(),
      }),
    }),
  }),
  disconnectAccount: defineRoute({
    method: 'DELETE',
    path: '/oauth2-credential/:credentialId',
    tag,
    summary: 'Forget the tokens of an account, and give them back to the vendor where it takes them',
    policy: { gate: 'caller', permissions: ['credentials:update'] },
    audit: 'credential.disconnected',
    params: credentialParams,
    response: z.object(told),
  }),
}
