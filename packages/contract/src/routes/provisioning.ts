import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { shownNameSchema } from '../shown-name.ts'
import { administratorsLockedOut } from './login-methods.ts'
import { dateSchema, idParams, idSchema, pagingQuery } from './parts.ts'

/** A token lasts a year where nothing else is said, and no longer than this many days. */
export const LONGEST_PROVISIONING_DAYS = 730
/** So many tokens live at once: the old and the new one of a change-over. */
export const MOST_PROVISIONING_TOKENS = 2

export const provisioningTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The whole token once, in the answer to its creation; later only a hint such as `scim_…x7Qa`. */
  token: z.string(),
  createdDate: dateSchema,
  expiresDate: dateSchema,
  lastUsedDate: dateSchema.nullable(),
  /** It opens nothing, because its maker is no active administrator of the organisation now. */
  isHeld: z.boolean(),
  /** In whose place it works; null for somebody who is not in the organisation any more. */
  maker: z.object({ id: idSchema, name: z.string() }).nullable(),
})
/** A token by which the provider of an organisation's identities speaks SCIM. */
export type ProvisioningToken = z.infer<typeof provisioningTokenSchema>

export const provisioningCallSchema = z.object({
  id: idSchema,
  date: dateSchema,
  tokenName: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  /** Why it was refused; null where it was not. */
  detail: z.string().nullable(),
})
/** A call of the provider. */
export type ProvisioningCall = z.infer<typeof provisioningCallSchema>

const placeSchema = z.object({
  workspaceId: idSchema,
  workspaceName: z.string(),
  roleId: idSchema,
  roleName: z.string(),
})

export const provisionedGroupSchema = z.object({
  id: idSchema,
  displayName: z.string(),
  externalId: z.string().nullable(),
  memberCount: z.number(),
  /** Ours: rises with every change of its places; sent back as `If-Match`, the change is refused (409) where there is a newer one. */
  revision: z.number(),
  /** Where its members are, and as what. */
  places: z.array(placeSchema),
  updatedDate: dateSchema,
})
/** A group of the provider, and what it gives here. */
export type ProvisionedGroup = z.infer<typeof provisionedGroupSchema>

const tag = 'Provisioning'
const feature = 'feat:sso-config'
const sees = { gate: 'session', permissions: ['sso:manage'], feature } as const
const manages = { gate: 'session', permissions: 'organization-admins', feature } as const

/** How an organisation lets the provider of its identities make its people, for its administrators. */
export const provisioningRoutes = {
  getProvisioning: defineRoute({
    method: 'GET',
    path: '/provisioning',
    tag,
    summary: 'The address for SCIM, its tokens, and the last calls',
    policy: sees,
    response: z.object({
      scimURL: z.url(),
      userCount: z.number(),
      groupCount: z.number(),
      tokens: z.array(provisioningTokenSchema),
      calls: z.array(provisioningCallSchema),
    }),
  }),
  createProvisioningToken: defineRoute({
    method: 'POST',
    path: '/provisioning/token',
    tag,
    summary: 'Make a token for SCIM; it is shown this once',
    policy: manages,
    audit: 'provisioning-token.created',
    body: z.strictObject({
      name: shownNameSchema(100),
      expiresDate: dateSchema.optional(),
    }),
    response: provisioningTokenSchema,
    status: 201,
    idempotent: true,
  }),
  takeOverProvisioningToken: defineRoute({
    method: 'PUT',
    path: '/provisioning/token/:id',
    tag,
    summary: 'Take a token for SCIM over: it works as long as the caller is an administrator here',
    policy: manages,
    audit: 'provisioning-token.taken-over',
    params: idParams,
    body: z.strictObject({ takeOver: z.literal(true) }),
    response: z.object({ message: z.string() }),
  }),
  deleteProvisioningToken: defineRoute({
    method: 'DELETE',
    path: '/provisioning/token/:id',
    tag,
    summary: 'Revoke a token for SCIM: it opens nothing from then on',
    policy: manages,
    audit: 'provisioning-token.revoked',
    params: idParams,
    response: z.object({ message: z.string() }),
  }),
  listProvisionedGroups: defineRoute({
    method: 'GET',
    path: '/provisioning/group',
    tag,
    summary: 'The groups of the provider, and what they give',
    policy: sees,
    query: z.strictObject({ ...pagingQuery, search: z.string().max(200).optional() }),
    response: z.object({ data: z.array(provisionedGroupSchema), total: z.number() }),
  }),
  mapProvisionedGroup: defineRoute({
    method: 'PUT',
    path: '/provisioning/group/:id',
    tag,
    summary:
      'Say which places a group gives: these, and no others; If-Match with the revision makes it conditional',
    policy: manages,
    audit: 'group.mapped',
    params: idParams,
    body: z.strictObject({
      places: z.array(z.strictObject({ workspaceId: idSchema, roleId: idSchema })).max(100),
      /** Is needed where a role is the owner's, so that nobody makes owners without meaning to. */
      givesOwner: z.boolean().optional(),
    }),
    response: provisionedGroupSchema,
  }),
  requireSignOn: defineRoute({
    method: 'PUT',
    path: '/organization/sign-on',
    tag: 'Single sign-on',
    summary:
      'Let people into the organisation by its own login methods alone, or by passwords as well; turned on by an administrator who came by one',
    policy: manages,
    audit: 'organization.sign-on-changed',
    body: z.strictObject({ isRequired: z.boolean(), administratorsLockedOut }),
    response: z.object({ isRequired: z.boolean() }),
  }),
}
