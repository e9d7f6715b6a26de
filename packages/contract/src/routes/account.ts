import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { shownName, shownNameSchema } from '../shown-name.ts'
import { idSchema } from './parts.ts'
import { passkeyAssertionSchema } from './passkey-assertion.ts'

/** The signed-in user as Flowise gives it, with `token`, a handle that opens nothing. */
export const signedInUserSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  status: z.string(),
  role: z.string().nullable(),
  roleId: idSchema.nullable(),
  isSSO: z.boolean(),
  activeOrganizationId: idSchema,
  activeOrganizationSubscriptionId: z.string().nullable(),
  activeOrganizationCustomerId: z.string().nullable(),
  activeOrganizationProductId: z.string().nullable(),
  activeWorkspaceId: idSchema,
  activeWorkspace: z.string(),
  lastLogin: z.string().nullable(),
  isOrganizationAdmin: z.boolean(),
  /** Of each organisation the newest 50 at most, the active one and the one that the page shows among them. */
  assignedWorkspaces: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      role: z.string().nullable(),
      organizationId: idSchema,
      /** Ours: the name of the organisation. */
      organization: z.string(),
    }),
  ),
  /** Ours: there are more workspaces than are told here. */
  hasMoreWorkspaces: z.literal(true).optional(),
  /** Ours: they may make another organisation. */
  mayMakeOrganization: z.literal(true).optional(),
  permissions: z.array(z.string()),
  features: z.record(z.string(), z.union([z.boolean(), z.string()])),
  token: z.string().optional(),
})
export type SignedInUser = z.infer<typeof signedInUserSchema>

/** A password of 8 to 128 characters with a lower, an upper, a digit and a special character. */
export const passwordSchema = z
  .string()
  .min(8, 'needs at least 8 characters')
  .max(128, 'may have at most 128 characters')
  .regex(/[a-z]/, 'needs a lower-case letter')
  .regex(/[A-Z]/, 'needs an upper-case letter')
  .regex(/\d/, 'needs a digit')
  .regex(/[^A-Za-z0-9]/, 'needs a special character')

/** An address of e-mail. */
export const emailSchema = z.email('must be an e-mail address').max(255)
const name = shownNameSchema(100)
const open = { gate: 'public' } as const
/** They read the cookies themselves, where they read any: whose the session is says their operation. */
const asStranger = { gate: 'public', asStranger: true } as const
const tag = 'Account'

/** Where somebody is who came: as the first administrator, or by an invitation. */
export const acceptedInvitationSchema = z.object({
  user: z.object({ id: idSchema, email: z.string(), name: z.string() }),
  organization: z.object({ id: idSchema, name: z.string() }),
  workspace: z.object({ id: idSchema, name: z.string() }),
  role: z.object({ id: idSchema, name: z.string() }),
})

export const accountRoutes = {
  resolve: defineRoute({
    method: 'POST',
    path: '/auth/resolve',
    tag,
    summary: 'Where a visitor without a session should go',
    policy: asStranger,
    audit: { none: 'reads' },
    body: z.strictObject({}).optional(),
    response: z.object({
      redirectUrl: z.string(),
      needsSetupToken: z.boolean().optional(),
      /** Ours: where the pages are to be opened, when this one was opened under another address. */
      opensAt: z.string().optional(),
    }),
  }),
  login: defineRoute({
    method: 'POST',
    path: '/auth/login',
    tag,
    summary: 'Sign in',
    policy: asStranger,
    audit: { none: 'session' },
    body: z.strictObject({
      email: z.string().max(255),
      password: z.string().max(1_000),
      /** Of the authenticator app, or a recovery code, where the account asks for one. */
      code: z.string().max(40).optional(),
      /** In place of the code, where the account has a passkey: what it answered to `/auth/passkey/options`. */
      passkey: passkeyAssertionSchema.optional(),
    }),
    response: signedInUserSchema,
  }),
  refreshToken: defineRoute({
    method: 'POST',
    path: '/auth/refreshToken',
    tag,
    summary: 'Renew the session from its refresh cookie',
    policy: asStranger,
    audit: { none: 'session' },
    body: z.strictObject({}).nullish(),
    response: signedInUserSchema,
  }),
  getBasicAuth: defineRoute({
    method: 'GET',
    path: '/account/basic-auth',
    tag,
    summary: 'Whether one name and password guard the whole installation: never, people have accounts',
    policy: { gate: 'session', permissions: 'every-caller', anyWorkspace: true },
    response: z.object({ isUsernamePasswordSet: z.boolean() }),
  }),
  checkBasicAuth: defineRoute({
    method: 'POST',
    path: '/account/basic-auth',
    tag,
    summary: 'Whether a name and password are those that guard the installation: none do',
    policy: { gate: 'session', permissions: 'every-caller', anyWorkspace: true },
    audit: { none: 'reads' },
    body: z.strictObject({ username: z.string().max(255), password: z.string().max(1_000) }),
    response: z.object({ message: z.string() }),
  }),
  getSession: defineRoute({
    method: 'GET',
    path: '/auth/session',
    tag,
    summary: 'The signed-in user',
    policy: { gate: 'session', permissions: 'every-caller', anyWorkspace: true, anyPerson: true },
    response: signedInUserSchema,
  }),
  getPermissions: defineRoute({
    method: 'GET',
    path: '/auth/permissions/:type',
    tag,
    summary: 'Permissions that a role or a key can hold',
    policy: { gate: 'caller', permissions: 'every-caller' },
    params: z.strictObject({ type: z.enum(['ROLE', 'API_KEY']) }),
    response: z.record(
      z.string(),
      z.array(
        z.object({
          key: z.string(),
          value: z.string(),
          isOpenSource: z.boolean(),
          isEnterprise: z.boolean(),
          isCloud: z.boolean(),
        }),
      ),
    ),
  }),
  register: defineRoute({
    method: 'POST',
    path: '/account/register',
    tag,
    summary: 'Make the first administrator, or accept an invitation by its token',
    policy: open,
    audit: 'invitation.accepted',
    withoutCredentials: true,
    status: 201,
    body: z.strictObject({
      user: z.strictObject({
        name,
        email: emailSchema,
        credential: passwordSchema,
        tempToken: z.string().max(200).optional(),
        referral: z.string().max(200).optional(),
      }),
      organization: z.strictObject({ name: z.string().overwrite(shownName).max(100) }).optional(),
    }),
    response: acceptedInvitationSchema,
  }),
  logout: defineRoute({
    method: 'POST',
    path: '/account/logout',
    tag,
    summary: 'End the session',
    policy: asStranger,
    audit: { none: 'session' },
    body: z.strictObject({}).nullish(),
    response: z.object({ message: z.string(), redirectTo: z.string() }),
  }),
  resetPassword: defineRoute({
    method: 'POST',
    path: '/account/reset-password',
    tag,
    summary: 'Set a new password with a one-time link',
    policy: open,
    audit: 'password.reset',
    withoutCredentials: true,
    body: z.strictObject({
      user: z.strictObject({
        email: z.string().max(255),
        tempToken: z.string().min(1).max(200),
        password: passwordSchema,
      }),
    }),
    response: z.object({ message: z.string() }),
  }),
}
