import { z } from 'zod'
import { signOnProviders } from '../login-providers.ts'
import { defineRoute } from '../route.ts'
import { signedInUserSchema } from './account.ts'
import { idSchema } from './parts.ts'
import { ownerProof } from './second-factor.ts'

const open = { gate: 'public' } as const
const signedIn = { gate: 'session', permissions: 'every-caller' } as const
const providerName = z.enum(signOnProviders)
const ofProvider = z.strictObject({ providerName })
const ofOrganization = z.strictObject({ organizationId: idSchema })
const tag = 'Single sign-on'

/** A button of the sign-in page. */
export const signOnButtonSchema = z.object({
  providerName,
  /** What the organisation calls it; the provider's own name where that is absent. */
  label: z.string().optional(),
})
export type SignOnButton = z.infer<typeof signOnButtonSchema>

/** Signing in by a provider. The routes to which browsers are sent answer with the way on, never with JSON. */
export const signOnRoutes = {
  getDefaultLoginMethods: defineRoute({
    method: 'GET',
    path: '/loginmethod/default',
    tag,
    summary: 'The providers by whom a visitor may sign in: of the only organisation, or of the named one',
    policy: open,
    query: z.strictObject({ organizationId: idSchema.optional() }),
    response: z.object({
      providers: z.array(providerName).optional(),
      buttons: z.array(signOnButtonSchema).optional(),
    }),
  }),
  listOwnIdentities: defineRoute({
    method: 'GET',
    path: '/loginmethod/own',
    tag,
    summary: 'The providers by whom one may sign in oneself',
    policy: signedIn,
    response: z.object({
      methods: z.array(
        signOnButtonSchema.extend({
          /** Whose word opens the account once it is linked: the address of the provider, or its entity id. */
          issuer: z.string(),
          isLinked: z.boolean(),
          email: z.string().nullable(),
        }),
      ),
    }),
  }),
  linkIdentity: defineRoute({
    method: 'POST',
    path: '/loginmethod/own',
    tag,
    summary: 'Begin to link a provider to the own account; the browser that asks is the one that may finish',
    policy: signedIn,
    audit: 'identity.linked',
    body: z.strictObject({ providerName, ...ownerProof }),
    response: z.object({ url: z.url() }),
  }),
  unlinkIdentity: defineRoute({
    method: 'DELETE',
    path: '/loginmethod/own/:providerName',
    tag,
    summary: 'Sign in by that provider no more',
    policy: signedIn,
    audit: 'identity.unlinked',
    params: ofProvider,
    body: z.strictObject(ownerProof),
    response: z.object({ message: z.string() }),
  }),
  beginSignOn: defineRoute({
    method: 'GET',
    path: '/:providerName/login',
    tag,
    summary: 'Send a browser to a provider',
    policy: open,
    params: ofProvider,
    query: z.object({
      organizationId: idSchema.optional(),
      from: z.string().max(2_000).optional(),
      invitation: z.string().max(200).optional(),
    }),
    response: 'text',
  }),
  finishSignOn: defineRoute({
    method: 'GET',
    path: '/:providerName/callback',
    tag,
    summary: 'Where a provider sends a browser back',
    policy: open,
    params: z.strictObject({ providerName: providerName.exclude(['saml']) }),
    response: 'text',
  }),
  receiveAssertion: defineRoute({
    method: 'POST',
    path: '/saml/:organizationId/callback',
    tag,
    summary: 'Where the form of a provider of SAML arrives',
    policy: open,
    audit: { none: 'session' },
    params: ofOrganization,
    body: z.object({ SAMLResponse: z.string().max(100_000), RelayState: z.string().max(500).optional() }),
    response: 'text',
  }),
  finishAssertion: defineRoute({
    method: 'GET',
    path: '/saml/:organizationId/finish',
    tag,
    summary: 'Where the browser of an assertion is known again',
    policy: open,
    params: ofOrganization,
    query: z.object({ code: z.string().max(200) }),
    response: 'text',
  }),
  getSamlMetadata: defineRoute({
    method: 'GET',
    path: '/saml/:organizationId/metadata',
    tag,
    summary: 'Our metadata for a provider of SAML',
    policy: open,
    params: ofOrganization,
    response: 'text',
  }),
  finishSsoSignIn: defineRoute({
    method: 'GET',
    path: '/auth/sso-success',
    tag,
    summary: 'Who came back from a provider, by the token that the address carries; it works once',
    policy: { ...signedIn, anyWorkspace: true },
    query: z.strictObject({ token: z.string().max(200) }),
    response: signedInUserSchema,
  }),
}
