import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { shownNameSchema } from '../shown-name.ts'
import type { WorkspaceContentKind } from '../workspace-contents.ts'
import { emailSchema, passwordSchema, signedInUserSchema } from './account.ts'
import { actorSchema, dateSchema, echoed, idSchema, listOf, pagingQuery } from './parts.ts'
import { roleSchema } from './roles.ts'
import { factorProof } from './second-factor.ts'

/** What somebody is in an organisation; `disable` is the reference's word for one who may not sign in. */
export const memberStatuses = ['active', 'invited', 'disable'] as const

/** A person as others see them. */
export const shownUserSchema = signedInUserSchema.pick({ id: true, name: true, email: true })

export const userSchema = shownUserSchema.extend({
  status: z.string(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
})
/** An account, without its secrets. */
export type User = z.infer<typeof userSchema>

export const organizationSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Ours: rises with every change; sent back as `If-Match`, the change is refused (409) where there is a newer one. */
  revision: z.number(),
  createdDate: dateSchema,
})
/** An organisation. */
export type Organization = z.infer<typeof organizationSchema>

/** How many things of each kind a workspace holds, none counted further than one beyond `MOST_CONTENTS_COUNTED`. */
export const workspaceContentsSchema = z.object({
  flows: z.number(),
  documentStores: z.number(),
  credentials: z.number(),
  variables: z.number(),
  customTools: z.number(),
  mcpServers: z.number(),
  customTemplates: z.number(),
  apiKeys: z.number(),
} satisfies Record<WorkspaceContentKind, z.ZodNumber>)

/** Ours: a deleted workspace, closed for everybody, of which something is still to be erased. */
export const erasingWorkspaceSchema = z.object({
  id: idSchema,
  name: z.string(),
  deletedDate: dateSchema,
  /** What is left of it. */
  contents: workspaceContentsSchema,
})
export type ErasingWorkspace = z.infer<typeof erasingWorkspaceSchema>

export const organizationUserSchema = z.object({
  organizationId: idSchema,
  userId: idSchema,
  /** The role in the organisation: `owner` for its administrators, `member` for all others. */
  roleId: idSchema,
  status: z.enum(memberStatuses),
  isOrgOwner: z.boolean(),
  lastLogin: dateSchema.nullable(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  user: shownUserSchema,
  role: roleSchema.pick({ id: true, name: true, builtIn: true }),
  /** In how many workspaces they have a role. */
  roleCount: z.number(),
  /** Ours: the roles that they have in most of these workspaces, at most two; for who may see their places. */
  roles: z
    .array(
      roleSchema.pick({ id: true, name: true, builtIn: true }).extend({
        workspaceCount: z.number(),
        /** The name of the workspace, where it is only one. */
        workspaceName: z.string().nullable(),
      }),
    )
    .optional(),
  /** Ours: the newest mail of the organisation to them that did not arrive; for who may send it again, or govern them. */
  undelivered: z
    .object({
      about: z.string(),
      /** In words of the server of mail; null while it said nothing. */
      fault: z.string().nullable(),
      createdDate: dateSchema,
      /** It is tried no more. */
      isEnded: z.boolean(),
    })
    .optional(),
  /** Ours: what the caller may do with them now; in the list of an organisation. */
  may: z
    .object({
      change: z.boolean(),
      delete: z.boolean(),
      /** Send the invitation again. */
      resend: z.boolean(),
      /** Be shown a new link of an invitation whose mail did not arrive. */
      showLink: z.boolean().optional(),
      /** Make a link for a new password. */
      resetLink: z.boolean(),
      /** Turn off the second factor, where there is one. */
      resetFactor: z.boolean(),
    })
    .optional(),
})
/** Somebody's place in an organisation. */
export type OrganizationUser = z.infer<typeof organizationUserSchema>

/** Names that nobody gives to an organisation, in lower case: it is what one is called that was given none. */
export const reservedOrganizationNames: readonly string[] = ['default organization']

const name = shownNameSchema(100)
const everyone = { gate: 'session', permissions: 'every-caller' } as const
const manages = { gate: 'session', permissions: ['users:manage'], feature: 'feat:users' } as const
const tag = 'People'

export const peopleRoutes = {
  getUser: defineRoute({
    method: 'GET',
    path: '/user',
    tag,
    summary: 'An account by `id` or `email`: one’s own, or of somebody whom one may manage',
    policy: everyone,
    query: z.strictObject({ id: idSchema.optional(), email: z.string().max(255).optional() }),
    response: userSchema,
  }),
  updateUser: defineRoute({
    method: 'PUT',
    path: '/user',
    tag,
    summary:
      'Change one’s own name, address or password; the latter two need `oldPassword`, and the second factor where one is on, and end one’s other sessions',
    policy: everyone,
    audit: ['name.changed', 'password.changed', 'email-change.requested', 'email.changed'],
    body: z.strictObject({
      id: idSchema,
      name: name.optional(),
      email: emailSchema.optional(),
      oldPassword: z.string().max(1_000).optional(),
      newPassword: passwordSchema.optional(),
      confirmPassword: z.string().max(1_000).optional(),
      ...factorProof,
      status: echoed,
      createdDate: echoed,
      updatedDate: echoed,
    }),
    response: userSchema,
  }),
  getOrganization: defineRoute({
    method: 'GET',
    path: '/organization',
    tag,
    summary: 'The organisation of the active workspace, or that one by `id` or `name`',
    policy: everyone,
    query: z.strictObject({ id: idSchema.optional(), name: z.string().max(100).optional() }),
    response: organizationSchema.extend({
      /** Ours: the first of its workspaces that are being erased; for its administrators. */
      erasing: z.array(erasingWorkspaceSchema).optional(),
    }),
  }),
  createOrganization: defineRoute({
    method: 'POST',
    path: '/organization',
    tag,
    summary:
      'Make another organisation, where the operator allows it: an administrator’s, in the cloud everybody’s. Its maker is its owner; the session stays where it is',
    policy: { gate: 'session', permissions: 'every-caller', feature: 'feat:workspaces' },
    audit: 'organization.created',
    body: z.strictObject({ name, createdBy: actorSchema }),
    response: organizationSchema.extend({
      /** Ours: its first workspace, to which its maker may go. */
      workspaceId: idSchema,
    }),
    status: 201,
    idempotent: true,
  }),
  updateOrganization: defineRoute({
    method: 'PUT',
    path: '/organization',
    tag,
    summary: 'Rename the organisation; If-Match with the revision makes it conditional',
    policy: { gate: 'session', permissions: 'organization-admins' },
    audit: 'organization.renamed',
    body: z.strictObject({
      id: idSchema,
      name,
      revision: echoed,
      createdDate: echoed,
      erasing: echoed,
      updatedBy: actorSchema,
    }),
    response: organizationSchema,
  }),
  listOrganizationUsers: defineRoute({
    method: 'GET',
    path: '/organizationuser',
    tag,
    summary: 'Who belongs to the organisation, or to which organisations somebody belongs',
    policy: everyone,
    query: z.strictObject({
      organizationId: idSchema.optional(),
      userId: idSchema.optional(),
      roleId: idSchema.optional(),
      status: z.enum(memberStatuses).optional(),
      search: z.string().max(200).optional(),
      sort: z.enum(['name', 'email', 'lastLogin', 'createdDate']).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
      ...pagingQuery,
    }),
    response: z.union([
      z.object({ organization: organizationSchema, organizationUser: organizationUserSchema }),
      listOf(organizationUserSchema),
    ]),
  }),
  createOrganizationUser: defineRoute({
    method: 'POST',
    path: '/organizationuser',
    tag,
    summary: 'Take somebody into the organisation who belongs to none',
    policy: manages,
    audit: 'user.added',
    body: z.strictObject({
      userId: idSchema,
      roleId: idSchema,
      organizationId: idSchema.optional(),
      createdBy: actorSchema,
    }),
    response: organizationUserSchema,
    status: 201,
    idempotent: true,
  }),
  updateOrganizationUser: defineRoute({
    method: 'PUT',
    path: '/organizationuser',
    tag,
    summary: 'Make somebody an administrator or no more, or bar them from the organisation',
    policy: manages,
    audit: ['user.updated', 'user.barred', 'user.admitted', 'administrator.given', 'administrator.taken'],
    body: z.strictObject({
      userId: idSchema,
      organizationId: idSchema.optional(),
      roleId: idSchema.optional(),
      /** `invited` only where it is so: it comes and goes with the invitation. */
      status: z.enum(memberStatuses).optional(),
      updatedBy: actorSchema,
    }),
    response: organizationUserSchema,
  }),
  deleteOrganizationUser: defineRoute({
    method: 'DELETE',
    path: '/organizationuser',
    tag,
    summary: 'Remove somebody from the organisation: their sessions and keys end at once',
    policy: manages,
    audit: 'user.removed',
    query: z.strictObject({ organizationId: idSchema, userId: idSchema }),
    response: organizationUserSchema,
  }),
}
