import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { sharedItemTypes, sharingPermissions } from '../shared-kinds.ts'
import { shownNameSchema } from '../shown-name.ts'
import { signedInUserSchema } from './account.ts'
import {
  actorSchema,
  dateSchema,
  echoed,
  idParams,
  idSchema,
  listOf,
  orderQuery,
  pagingQuery,
} from './parts.ts'
import { memberStatuses, shownUserSchema, workspaceContentsSchema } from './people.ts'
import { roleSchema } from './roles.ts'

/** Names that nobody gives to a workspace, in lower case. */
export const reservedWorkspaceNames: readonly string[] = ['default workspace', 'personal workspace']

export const workspaceSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  organizationId: idSchema,
  /** Ours: rises with every change; sent back as `If-Match`, the change is refused (409) where there is a newer one. */
  revision: z.number(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  /** How many people are in it; where it is read. */
  userCount: z.number().optional(),
  /** How many of them are in no other workspace of the organisation; where one workspace is asked for. */
  onlyHereCount: z.number().optional(),
  /** Ours: how many things it holds, none counted beyond 1,001; where one workspace is asked for by who may delete it. */
  contents: workspaceContentsSchema.optional(),
  /** Whether it is the organisation's first. */
  isOrgDefault: z.boolean().optional(),
  /** Ours: whether who asks is in it; in lists. */
  isOwn: z.boolean().optional(),
  /** Ours: what the caller holds in it; where one workspace is asked for. */
  holds: z.array(z.string()).optional(),
  /** Ours: what the caller may do with it now; where it is read. */
  may: z.object({ see: z.boolean(), add: z.boolean(), change: z.boolean(), delete: z.boolean() }).optional(),
})
/** A workspace of an organisation. */
export type Workspace = z.infer<typeof workspaceSchema>

export const workspaceUserSchema = z.object({
  workspaceId: idSchema,
  userId: idSchema,
  roleId: idSchema,
  status: z.enum(memberStatuses),
  lastLogin: dateSchema.nullable(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  workspace: z.object({ id: idSchema, name: z.string(), organizationId: idSchema }),
  user: shownUserSchema,
  role: roleSchema.pick({ id: true, name: true, permissions: true, builtIn: true }),
  /** Ours: whether the person is an administrator of the organisation. */
  isOrgOwner: z.boolean(),
  /** Ours: whether they are in no other workspace of the organisation; where one place is asked for. */
  isOnlyPlace: z.boolean().optional(),
  /** Ours: what the caller may do with it now; where it is read. */
  may: z.object({ change: z.boolean(), delete: z.boolean() }).optional(),
})
/** Somebody's place in a workspace. */
export type WorkspaceUser = z.infer<typeof workspaceUserSchema>

const sharedItemTypeSchema = z.enum(sharedItemTypes)

export const shareSchema = z.object({
  workspaceId: idSchema,
  workspaceName: z.string(),
  sharedItemId: idSchema,
  itemType: sharedItemTypeSchema,
})
/** A workspace with which something is shared. */
export type Share = z.infer<typeof shareSchema>

const name = shownNameSchema(100)
const description = z.string().max(1_000).nullable()
const echoedFields = {
  revision: echoed,
  createdDate: echoed,
  updatedDate: echoed,
  createdBy: actorSchema,
  updatedBy: actorSchema,
  userCount: echoed,
  onlyHereCount: echoed,
  contents: echoed,
  isOrgDefault: echoed,
  isOwn: echoed,
  holds: echoed,
  may: echoed,
  organizationId: idSchema.optional(),
}
const place = { workspaceId: idSchema, userId: idSchema }
/** Of the person in the organisation, where it is changed: taken as it is. */
const status = z.enum(memberStatuses).optional()
/** Most people that one call brings into a workspace or out of it. */
export const MOST_PEOPLE_AT_ONCE = 100

/** Most workspaces with which one thing is shared. */
const MOST_SHARES = 200

const feature = 'feat:workspaces'
const tag = 'Workspaces'
const asks = <const P extends string>(permission: P) =>
  ({ gate: 'session', permissions: [permission], feature }) as const

export const workspaceRoutes = {
  listWorkspaces: defineRoute({
    method: 'GET',
    path: '/workspace',
    tag,
    summary: 'A workspace by `id`, or those of the organisation: all for its administrators, else one’s own',
    policy: asks('workspace:view'),
    query: z.strictObject({
      id: idSchema.optional(),
      organizationId: idSchema.optional(),
      ...pagingQuery,
      ...orderQuery,
    }),
    response: z.union([workspaceSchema, listOf(workspaceSchema)]),
  }),
  createWorkspace: defineRoute({
    method: 'POST',
    path: '/workspace',
    tag,
    summary: 'Create a workspace; its maker is in it',
    policy: asks('workspace:create'),
    audit: 'workspace.created',
    body: z.strictObject({
      name,
      description: description.optional(),
      /** Its maker has the role that they have there; without it that of the active workspace. */
      existingWorkspaceId: idSchema.optional(),
      organizationId: idSchema.optional(),
      createdBy: actorSchema,
    }),
    response: workspaceSchema,
    status: 201,
    idempotent: true,
  }),
  updateWorkspace: defineRoute({
    method: 'PUT',
    path: '/workspace',
    tag,
    summary:
      'Change the name or the description of a workspace; If-Match with the revision makes it conditional',
    policy: asks('workspace:update'),
    audit: 'workspace.updated',
    body: z.strictObject({
      id: idSchema,
      name: name.optional(),
      description: description.optional(),
      ...echoedFields,
    }),
    response: workspaceSchema,
  }),
  deleteWorkspace: defineRoute({
    method: 'DELETE',
    path: '/workspace/:id',
    tag,
    summary:
      'Delete a workspace with all that is in it; its people go on in another of theirs, where they have one',
    policy: asks('workspace:delete'),
    audit: 'workspace.deleted',
    params: idParams,
    response: workspaceSchema,
  }),
  switchWorkspace: defineRoute({
    method: 'POST',
    path: '/workspace/switch',
    tag,
    summary: 'Make another of one’s workspaces the active one of the session',
    policy: { gate: 'session', permissions: 'every-caller', anyWorkspace: true },
    audit: { none: 'session' },
    query: z.strictObject({ id: idSchema }),
    body: z.strictObject({}).nullish(),
    response: signedInUserSchema,
  }),
  linkWorkspaceUsers: defineRoute({
    method: 'POST',
    path: '/workspace/link-users/:id',
    tag,
    summary: 'Bring people of the organisation into a workspace; all of them or none',
    policy: asks('workspace:add-user'),
    audit: 'workspace-user.linked',
    params: idParams,
    body: z.strictObject({
      users: z
        .array(z.strictObject({ userId: idSchema, roleId: idSchema }))
        .min(1)
        .max(MOST_PEOPLE_AT_ONCE),
    }),
    response: z.array(workspaceUserSchema),
    idempotent: true,
  }),
  unlinkWorkspaceUsers: defineRoute({
    method: 'POST',
    path: '/workspace/unlink-users/:id',
    tag,
    summary: 'Take people out of a workspace; all of them or none',
    policy: asks('workspace:unlink-user'),
    audit: 'workspace-user.unlinked',
    params: idParams,
    body: z.strictObject({ userIds: z.array(idSchema).min(1).max(MOST_PEOPLE_AT_ONCE) }),
    response: z.object({ message: z.string() }),
  }),
  listShares: defineRoute({
    method: 'GET',
    path: '/workspace/shared/:id',
    tag,
    summary: 'With which workspaces a credential or a template of the active workspace is shared',
    policy: { gate: 'session', permissions: sharingPermissions, feature },
    params: idParams,
    response: z.array(shareSchema),
  }),
  replaceShares: defineRoute({
    method: 'POST',
    path: '/workspace/shared/:id',
    tag,
    summary:
      'Share a credential or a template of the active workspace with exactly these; one is added by somebody who is in it',
    policy: { gate: 'session', permissions: sharingPermissions, feature },
    audit: 'shares.changed',
    params: idParams,
    body: z.strictObject({
      itemType: sharedItemTypeSchema,
      workspaceIds: z.array(idSchema).max(MOST_SHARES),
      /** With which it was shared when the caller looked; refused with 409 where that is not so any more. */
      knownWorkspaceIds: z.array(idSchema).max(MOST_SHARES).optional(),
    }),
    response: z.object({ message: z.string() }),
  }),
  listWorkspaceUsers: defineRoute({
    method: 'GET',
    path: '/workspaceuser',
    tag,
    summary: 'Who is in a workspace, in which workspaces somebody is, or who has a role',
    policy: { gate: 'session', permissions: 'every-caller' },
    query: z.strictObject({
      workspaceId: idSchema.optional(),
      userId: idSchema.optional(),
      roleId: idSchema.optional(),
      organizationId: idSchema.optional(),
      ...pagingQuery,
      ...orderQuery,
      sort: z.enum(['name', 'email', 'lastLogin', 'createdDate']).optional(),
    }),
    response: z.union([workspaceUserSchema, listOf(workspaceUserSchema)]),
  }),
  createWorkspaceUser: defineRoute({
    method: 'POST',
    path: '/workspaceuser',
    tag,
    summary: 'Bring somebody of the organisation into a workspace',
    policy: asks('workspace:add-user'),
    audit: 'workspace-user.linked',
    body: z.strictObject({ ...place, roleId: idSchema, createdBy: actorSchema, status }),
    response: workspaceUserSchema,
    status: 201,
    idempotent: true,
  }),
  updateWorkspaceUser: defineRoute({
    method: 'PUT',
    path: '/workspaceuser',
    tag,
    summary: 'Give somebody another role in a workspace',
    policy: asks('workspace:add-user'),
    audit: 'workspace-user.updated',
    body: z.strictObject({ ...place, roleId: idSchema, updatedBy: actorSchema, status }),
    response: workspaceUserSchema,
  }),
  deleteWorkspaceUser: defineRoute({
    method: 'DELETE',
    path: '/workspaceuser',
    tag,
    summary: 'Take somebody out of a workspace',
    policy: asks('workspace:unlink-user'),
    audit: 'workspace-user.unlinked',
    query: z.strictObject(place),
    response: workspaceUserSchema,
  }),
}
