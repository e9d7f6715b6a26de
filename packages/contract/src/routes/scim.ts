import { z } from 'zod'
import { defineRoute } from '../route.ts'

/** The names of SCIM's schemas (RFC 7643, 7644). */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterpriseUser: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  serviceProviderConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

/** Most resources in one answer. */
export const MOST_SCIM_RESOURCES = 200

const schemas = z.array(z.string())
const meta = z
  .object({
    resourceType: z.string(),
    created: z.string(),
    lastModified: z.string(),
    location: z.string(),
    version: z.string(),
  })
  .partial()
/** `value`, `display`, `type` and `$ref`: a document of OpenAPI would take the last name for a reference of its own. */
const reference = z.record(z.string(), z.string())
const email = z.object({ value: z.string(), type: z.string(), primary: z.boolean() }).partial()

/** A person as SCIM tells of them; what a caller leaves out by `attributes` is absent. */
export const scimUserSchema = z.object({
  schemas,
  id: z.string(),
  externalId: z.string().optional(),
  userName: z.string().optional(),
  displayName: z.string().optional(),
  name: z
    .object({ formatted: z.string(), familyName: z.string(), givenName: z.string() })
    .partial()
    .optional(),
  title: z.string().optional(),
  emails: z.array(email).optional(),
  active: z.boolean().optional(),
  groups: z.array(reference).optional(),
  meta: meta.optional(),
})
export type ScimUser = z.infer<typeof scimUserSchema>

/** A group as SCIM tells of it. */
export const scimGroupSchema = z.object({
  schemas,
  id: z.string(),
  externalId: z.string().optional(),
  displayName: z.string().optional(),
  members: z.array(reference).optional(),
  meta: meta.optional(),
})
export type ScimGroup = z.infer<typeof scimGroupSchema>

const listOf = <T extends z.ZodType>(resource: T) =>
  z.object({
    schemas,
    totalResults: z.number(),
    startIndex: z.number(),
    itemsPerPage: z.number(),
    Resources: z.array(resource),
  })
/** What tells of the service itself: fixed documents of ours. */
const described = z.record(z.string(), z.unknown())

/** SCIM reads names whatever their case: what a body holds is read by the operation. */
const body = z.record(z.string(), z.unknown())
const params = z.strictObject({ id: z.string().max(200) })
const names = z.string().max(2_000).optional()
const projection = { attributes: names, excludedAttributes: names }
const listQuery = z.object({
  ...projection,
  filter: z.string().max(4_000).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.string().max(20).optional(),
})
const projected = z.object(projection)

const tag = 'SCIM'
const policy = { gate: 'provisioning' } as const

function documents(path: string, what: string) {
  return {
    list: defineRoute({ method: 'GET', path, tag, summary: what, policy, response: described }),
    one: defineRoute({
      method: 'GET',
      path: `${path}/:id`,
      tag,
      summary: `${what}: one of them`,
      policy,
      params,
      response: described,
    }),
  }
}
const resourceTypes = documents('/scim/v2/ResourceTypes', 'Which kinds of resources there are')
const schemaDocuments = documents('/scim/v2/Schemas', 'Which attributes the resources have')

const users = { tag, policy, response: scimUserSchema } as const
const groups = { tag, policy, response: scimGroupSchema } as const

/** SCIM 2.0: the provider of an organisation's identities makes, changes and takes away its people and groups. */
export const scimRoutes = {
  getScimServiceConfig: defineRoute({
    method: 'GET',
    path: '/scim/v2/ServiceProviderConfig',
    tag,
    summary: 'What of SCIM is spoken here',
    policy,
    response: described,
  }),
  listScimResourceTypes: resourceTypes.list,
  getScimResourceType: resourceTypes.one,
  listScimSchemas: schemaDocuments.list,
  getScimSchema: schemaDocuments.one,
  listScimUsers: defineRoute({
    method: 'GET',
    path: '/scim/v2/Users',
    tag,
    summary: 'People whom the provider made or took over, by a filter',
    policy,
    query: listQuery,
    response: listOf(scimUserSchema),
  }),
  createScimUser: defineRoute({
    ...users,
    method: 'POST',
    path: '/scim/v2/Users',
    summary: 'Make a person, or take over a member of the organisation with that address',
    audit: 'user.provisioned',
    query: projected,
    body,
    status: 201,
  }),
  getScimUser: defineRoute({
    ...users,
    method: 'GET',
    path: '/scim/v2/Users/:id',
    summary: 'A person',
    params,
    query: projected,
  }),
  replaceScimUser: defineRoute({
    ...users,
    method: 'PUT',
    path: '/scim/v2/Users/:id',
    summary: 'Replace what is told of a person',
    audit: ['user.updated', 'user.barred', 'user.admitted'],
    params,
    query: projected,
    body,
  }),
  patchScimUser: defineRoute({
    ...users,
    method: 'PATCH',
    path: '/scim/v2/Users/:id',
    summary: 'Change a person by operations, all or none',
    audit: ['user.updated', 'user.barred', 'user.admitted'],
    params,
    query: projected,
    body,
  }),
  deleteScimUser: defineRoute({
    method: 'DELETE',
    path: '/scim/v2/Users/:id',
    tag,
    summary: 'Remove a person from the organisation',
    policy,
    audit: 'user.removed',
    params,
    response: 'text',
  }),
  listScimGroups: defineRoute({
    method: 'GET',
    path: '/scim/v2/Groups',
    tag,
    summary: 'Groups, by a filter',
    policy,
    query: listQuery,
    response: listOf(scimGroupSchema),
  }),
  createScimGroup: defineRoute({
    ...groups,
    method: 'POST',
    path: '/scim/v2/Groups',
    summary: 'Make a group',
    audit: 'group.created',
    query: projected,
    body,
    status: 201,
  }),
  getScimGroup: defineRoute({
    ...groups,
    method: 'GET',
    path: '/scim/v2/Groups/:id',
    summary: 'A group',
    params,
    query: projected,
  }),
  replaceScimGroup: defineRoute({
    ...groups,
    method: 'PUT',
    path: '/scim/v2/Groups/:id',
    summary: 'Replace a group with its members',
    audit: 'group.updated',
    params,
    query: projected,
    body,
  }),
  patchScimGroup: defineRoute({
    ...groups,
    method: 'PATCH',
    path: '/scim/v2/Groups/:id',
    summary: 'Change a group by operations, all or none; answers nothing unless attributes are asked for',
    audit: 'group.updated',
    params,
    query: projected,
    body,
  }),
  deleteScimGroup: defineRoute({
    method: 'DELETE',
    path: '/scim/v2/Groups/:id',
    tag,
    summary: 'Delete a group; what it gave goes, what was given by hand stays',
    policy,
    audit: 'group.deleted',
    params,
    response: 'text',
  }),
}
