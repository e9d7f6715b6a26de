import { z } from 'zod'
import { builtInRoleNames } from '../built-in-roles.ts'
import { defineRoute } from '../route.ts'
import { shownNameSchema } from '../shown-name.ts'
import {
  actorSchema,
  dateSchema,
  deletionSchema,
  echoed,
  idSchema,
  listOf,
  orderQuery,
  pagingQuery,
} from './parts.ts'

export const roleSchema = z.object({
  id: idSchema,
  organizationId: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  /** JSON text of a list of permissions, as the reference gives it. */
  permissions: z.string(),
  /** Ours: the built-in role that it is; null for those of the organisation's making. */
  builtIn: z.enum(builtInRoleNames).nullable(),
  /** Ours: rises with every change; sent back as `If-Match`, the change is refused (409) where there is a newer one. */
  revision: z.number(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  /** How many places in workspaces have it. */
  userCount: z.number().optional(),
  /** Ours: whether the caller's rights let them change or delete it now; where it is read. */
  may: z.object({ change: z.boolean(), delete: z.boolean() }).optional(),
  /** Ours: what the caller may put into it alone, as they hold it wherever the role is given; absent where that is all they hold. */
  within: z.array(z.string()).optional(),
})
/** A role of an organisation. */
export type Role = z.infer<typeof roleSchema>

const name = shownNameSchema(100)
const description = z.string().max(1_000).nullable()

/** The permissions of a role: a list, or the JSON text of one. */
const permissions = z
  .union([z.string().max(20_000), z.array(z.string().max(100)).max(500)])
  .transform((given, context): string[] => {
    const list = typeof given === 'string' ? readList(given) : given
    if (list) return [...new Set(list)]
    context.addIssue({ code: 'custom', message: 'must be a list of permissions, or its JSON text' })
    return z.NEVER
  })

function readList(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined
  } catch {
    return undefined
  }
}

const echoedFields = {
  revision: echoed,
  builtIn: echoed,
  createdDate: echoed,
  updatedDate: echoed,
  createdBy: actorSchema,
  updatedBy: actorSchema,
  userCount: echoed,
  may: echoed,
  within: echoed,
  organizationId: idSchema.optional(),
}
const tag = 'Roles'
const feature = 'feat:roles'
const governs = { gate: 'session', permissions: ['roles:manage'], feature } as const

export const roleRoutes = {
  listRoles: defineRoute({
    method: 'GET',
    path: '/role',
    tag,
    summary:
      'A role by `id`; the roles of an organisation by `organizationId`; the built-in ones with neither',
    policy: {
      gate: 'session',
      permissions: ['roles:manage', 'users:manage', 'workspace:view', 'workspace:add-user'],
      feature,
    },
    query: z.strictObject({
      id: idSchema.optional(),
      organizationId: idSchema.optional(),
      ...pagingQuery,
      ...orderQuery,
    }),
    response: z.union([roleSchema, listOf(roleSchema)]),
  }),
  createRole: defineRoute({
    method: 'POST',
    path: '/role',
    tag,
    summary: 'Create a role; it holds no more than its maker does',
    policy: governs,
    audit: 'role.created',
    body: z.strictObject({ name, description: description.optional(), permissions, ...echoedFields }),
    response: roleSchema,
    status: 201,
    idempotent: true,
  }),
  updateRole: defineRoute({
    method: 'PUT',
    path: '/role',
    tag,
    summary:
      'Change a role; what changes holds from the next call of whoever has it. If-Match with the revision makes it conditional',
    policy: governs,
    audit: 'role.updated',
    body: z.strictObject({
      id: idSchema,
      name: name.optional(),
      description: description.optional(),
      permissions: permissions.optional(),
      ...echoedFields,
    }),
    response: roleSchema,
  }),
  deleteRole: defineRoute({
    method: 'DELETE',
    path: '/role',
    tag,
    summary: 'Delete a role that nobody has',
    policy: governs,
    audit: 'role.deleted',
    query: z.strictObject({ id: idSchema, organizationId: idSchema.optional() }),
    response: deletionSchema,
  }),
}
