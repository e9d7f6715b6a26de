import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { shownNameSchema } from '../shown-name.ts'
import { dateSchema, deletionSchema, idParams, idSchema, listOf, pagingQuery } from './parts.ts'

export const apiKeySchema = z.object({
  id: idSchema,
  keyName: z.string(),
  /** The whole key once, in the answer to its creation; later only a hint such as `rk_…x7Qa`. */
  apiKey: z.string(),
  /** What it was given. */
  permissions: z.array(z.string()),
  /** Ours: what of that it may do now, which is no more than its maker may. */
  effectivePermissions: z.array(z.string()),
  /** Ours: it opens nothing, because its maker may not be in the workspace now. */
  isHeld: z.boolean(),
  /** Ours: with whose rights it works; null where nobody knows who made it. */
  maker: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** Ours: rises with every change; sent back as `If-Match`, the change is refused (409) where there is a newer one. */
  revision: z.number(),
  updatedDate: dateSchema,
  createdDate: dateSchema,
  lastUsedDate: dateSchema.nullable(),
  /** Ours: from then on it opens nothing; null for a key without an end. */
  expiresDate: dateSchema.nullable(),
  workspaceId: idSchema,
  /** Flows that ask for this key. */
  chatFlows: z.array(z.object({ flowName: z.string(), id: idSchema })),
  /** Ours: marks the key that was just created, in the answer to its creation alone. */
  isNew: z.literal(true).optional(),
  /** Ours: what the caller may do with it now. */
  may: z.object({ change: z.boolean(), delete: z.boolean(), takeOver: z.boolean() }),
})
/** A key of any workspace of the organisation, as its administrators see it. */
export const organizationKeySchema = apiKeySchema.pick({ keyName: true, permissions: true })
export type OrganizationKey = z.infer<typeof organizationKeySchema>

/** A key in the place of the address that is for it: no other address is looked into. */
export const keyInAddress = z.strictObject({ apikey: z.string().min(1).max(200) })

/** An API key of a workspace. */
export type ApiKey = z.infer<typeof apiKeySchema>

const keyName = shownNameSchema(200)
/** When a key ends; null for never. */
const expiresDate = dateSchema.nullable().optional()
const permissions = z.array(z.string().max(100)).min(1).max(200)
const tag = 'API keys'

export const apiKeyRoutes = {
  listApiKeys: defineRoute({
    method: 'GET',
    path: '/apikey',
    tag,
    summary:
      'List API keys; with `type=organization` names and permissions of those of all workspaces, for administrators',
    policy: { gate: 'caller', permissions: ['apikeys:view'] },
    query: z.strictObject({
      ...pagingQuery,
      search: z.string().max(200).optional(),
      type: z.literal('organization').optional(),
    }),
    response: z.union([listOf(apiKeySchema), listOf(organizationKeySchema)]),
  }),
  verifyApiKey: defineRoute({
    method: 'GET',
    path: '/verify/apikey/:apikey',
    tag,
    summary: 'Whether a key opens something, by the key in the address',
    policy: { gate: 'public' },
    withoutCredentials: true,
    params: keyInAddress,
    response: z.literal('OK'),
  }),
  createApiKey: defineRoute({
    method: 'POST',
    path: '/apikey',
    tag,
    summary: 'Create an API key; the answer lists all keys, the new one shown whole',
    policy: { gate: 'caller', permissions: ['apikeys:create'] },
    audit: 'api-key.created',
    body: z.strictObject({ keyName, permissions, expiresDate }),
    response: z.array(apiKeySchema),
    idempotent: true,
  }),
  updateApiKey: defineRoute({
    method: 'PUT',
    path: '/apikey/:id',
    tag,
    summary:
      'Rename an API key, change its permissions, or take it over; If-Match with the revision makes it conditional',
    policy: { gate: 'caller', permissions: ['apikeys:update'] },
    audit: 'api-key.updated',
    params: idParams,
    body: z.strictObject({
      keyName: keyName.optional(),
      permissions: permissions.optional(),
      expiresDate,
      /** Makes the caller the one with whose rights it works, and with whom it ends. */
      takeOver: z.literal(true).optional(),
    }),
    response: z.array(apiKeySchema),
  }),
  deleteApiKey: defineRoute({
    method: 'DELETE',
    path: '/apikey/:id',
    tag,
    summary: 'Revoke an API key',
    policy: { gate: 'caller', permissions: ['apikeys:delete'] },
    audit: 'api-key.deleted',
    params: idParams,
    response: deletionSchema,
  }),
}
