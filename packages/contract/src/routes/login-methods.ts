import { z } from 'zod'
import { errorIssueSchema, reasonFields } from '../error-body.ts'
import { signOnProviders } from '../login-providers.ts'
import { defineRoute } from '../route.ts'
import { actorSchema, dateSchema, echoed, idSchema } from './parts.ts'

const text = (most: number) => z.string().trim().max(most).optional()

/** What of a login method never comes back, is in no log and in no export. */
const loginMethodSecrets = {
  /** Empty, or as it came back: the stored one stays. */
  clientSecret: text(2_000),
}

/** What of a login method may be shown to who looks after it. */
const loginMethodShown = {
  clientID: text(500),
  /** Microsoft Entra: the id of the one tenant whose people may come. */
  tenantID: text(200),
  /** Auth0: its domain, `acme.eu.auth0.com`. */
  domain: text(255),
  /** OpenID Connect: the address below which the provider's metadata lie. */
  issuer: text(1_000),
  /** SAML: the provider's name for itself, where people sign in, and with what it signs. */
  entityId: text(1_000),
  signInUrl: text(1_000),
  certificate: text(50_000),
  /** SAML: where the provider's metadata lie, for the test of the connection. */
  metadataUrl: text(1_000),
  /** What stands on the button, in place of the provider's name. */
  label: text(60),
  /** Domains of e-mail whose people may get an account; none: all. */
  emailDomains: z.array(z.string().trim().toLowerCase().min(1).max(255)).max(100).optional(),
  /** OpenID Connect: take addresses for verified of which the provider says nothing. */
  trustEmail: z.boolean().optional(),
  /** Whether who is not known gets an account, in which workspace and as what. */
  autoProvision: z.boolean().optional(),
  workspaceId: idSchema.nullish(),
  roleId: idSchema.nullish(),
}

/** How people sign in by a provider. Which fields one needs says its kind. */
export const loginMethodConfigSchema = z.strictObject({ ...loginMethodSecrets, ...loginMethodShown })
export type LoginMethodConfig = z.infer<typeof loginMethodConfigSchema>

const shownConfigSchema = z.strictObject(loginMethodShown)
/** The settings of a login method without its secrets. */
export type ShownLoginMethodConfig = z.infer<typeof shownConfigSchema>

/** Takes the secrets from settings: by a list of what may be shown, so that a new secret is none of it. */
export function withoutSecrets(config: LoginMethodConfig): ShownLoginMethodConfig {
  const shown = Object.entries(config).filter(([name]) => name in loginMethodShown)
  return Object.fromEntries(shown) as ShownLoginMethodConfig
}

const status = z.enum(['enable', 'disable'])

/** A login method as it is sent back: without its secret. */
export const loginMethodSchema = z.object({
  id: idSchema,
  organizationId: idSchema,
  name: z.enum(signOnProviders),
  providerName: z.enum(signOnProviders),
  config: shownConfigSchema,
  hasSecret: z.boolean(),
  status,
  /** Ours: rises with every change; sent back as `If-Match`, the change is refused (409) where there is a newer one. */
  revision: z.number(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
})
export type LoginMethod = z.infer<typeof loginMethodSchema>

const providerName = z.enum(signOnProviders)
const echoedFields = {
  id: echoed,
  organizationId: echoed,
  name: echoed,
  hasSecret: echoed,
  revision: echoed,
  createdDate: echoed,
  updatedDate: echoed,
}
const givenProvider = z.strictObject({
  providerName,
  config: loginMethodConfigSchema,
  status,
  ...echoedFields,
})
/** Of a method that is tested its settings count alone. */
const testedProvider = z.strictObject({
  config: loginMethodConfigSchema,
  providerName: echoed,
  status: echoed,
  ...echoedFields,
})
/** By how many administrators an act takes the last way in: whoever does not say it is refused, and told how many they are. */
export const administratorsLockedOut = z.number().int().min(1).optional()
const saving = {
  tag: 'Single sign-on',
  audit: 'login-method.saved',
  body: z.strictObject({
    organizationId: idSchema.optional(),
    userId: actorSchema,
    administratorsLockedOut,
    providers: z.array(givenProvider).min(1).max(signOnProviders.length),
  }),
  response: z.object({ status: z.literal('OK'), organizationId: idSchema }),
} as const

const manages = {
  gate: 'session',
  permissions: ['sso:manage'],
  feature: 'feat:sso-config',
} as const
const tag = 'Single sign-on'

/** The ways by which the people of an organisation sign in. */
export const loginMethodRoutes = {
  listLoginMethods: defineRoute({
    method: 'GET',
    path: '/loginmethod',
    tag,
    summary: 'The login methods of the organisation, and what to register with their providers',
    policy: manages,
    query: z.strictObject({ organizationId: idSchema.optional() }),
    response: z.object({
      providers: z.array(loginMethodSchema),
      callbacks: z.array(
        z.object({
          providerName,
          callbackURL: z.url(),
          /** SAML: our name, which is also where our metadata lie. */
          entityId: z.url().optional(),
        }),
      ),
      /** Where the people of this organisation sign in. */
      signInURL: z.url(),
      /** Whether people reach the organisation by these methods alone. */
      requiresSignOn: z.boolean(),
    }),
  }),
  createLoginMethods: defineRoute({
    method: 'POST',
    path: '/loginmethod',
    summary: 'Keep login methods, all or none',
    policy: manages,
    ...saving,
  }),
  updateLoginMethods: defineRoute({
    method: 'PUT',
    path: '/loginmethod',
    summary:
      'Keep login methods, all or none; of one alone, If-Match with its revision makes it conditional, with 0 for one that is not there',
    policy: manages,
    ...saving,
  }),
  testLoginMethod: defineRoute({
    method: 'POST',
    path: '/loginmethod/test',
    tag,
    summary: 'Ask a provider whether these settings are right; nothing is kept',
    policy: manages,
    audit: { none: 'reads' },
    body: z.strictObject({
      organizationId: idSchema.optional(),
      userId: actorSchema,
      providerName,
      providers: z.array(testedProvider).length(1),
    }),
    response: z.object({
      message: z.string().optional(),
      error: z.string().optional(),
      /** What kind of error it is. */
      code: z.string().optional(),
      ...reasonFields,
      /** Fields that are wrong; `path` is the name of the field. */
      issues: z.array(errorIssueSchema).optional(),
      /** SAML: what the provider's metadata say, to take over. */
      found: z.object({ entityId: z.string(), signInUrl: z.string(), certificate: z.string() }).optional(),
    }),
  }),
  deleteLoginMethod: defineRoute({
    method: 'DELETE',
    path: '/loginmethod/:providerName',
    tag,
    summary: 'Take a login method away; who came by it is signed out and not known by it any more',
    policy: manages,
    audit: 'login-method.deleted',
    params: z.strictObject({ providerName }),
    query: z.strictObject({ administratorsLockedOut: z.coerce.number().int().min(1).optional() }),
    response: z.object({ message: z.string() }),
  }),
}
