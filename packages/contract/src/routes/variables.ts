import { z } from 'zod'
import { defineRoute } from '../route.ts'
import {
  dateSchema,
  deletionSchema,
  echoed,
  idParams,
  idSchema,
  listOf,
  orderQuery,
  pagingQuery,
  usageQuery,
  usedBySchema,
} from './parts.ts'

const type = z.enum(['static', 'runtime', 'secret'])

export const variableSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Of a `secret` one `SECRET_MASK`: no route gives it back. */
  value: z.string().nullable(),
  type,
  /** Ours, of a `secret` variable: the hosts to which its value may go, as `api.example.com`, `*.example.com`, `localhost:8080`. */
  hosts: z.array(z.string()).optional(),
  revision: z.number(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  workspaceId: idSchema,
  /** Ours, of a `runtime` variable: whether the server's environment has a value for it. */
  isSet: z.boolean().optional(),
  /** Ours, in lists with `view=full`. */
  usedBy: usedBySchema.optional(),
})
/** A variable of a workspace: `{{$vars.name}}`. */
export type Variable = z.infer<typeof variableSchema>

const name = z.string().min(1).max(200)
/** Of a `secret` one `SECRET_MASK` keeps what is stored. */
const value = z.string().max(1_000_000).nullable()
const hosts = z.array(z.string().max(300)).min(1).max(50)
const echoedFields = {
  id: echoed,
  createdDate: echoed,
  updatedDate: echoed,
  workspaceId: echoed,
  revision: echoed,
  isSet: echoed,
  usedBy: echoed,
}
const tag = 'Variables'

export const variableRoutes = {
  createVariable: defineRoute({
    method: 'POST',
    path: '/variables',
    tag,
    summary: 'Create a variable',
    policy: { gate: 'caller', permissions: ['variables:create'] },
    audit: 'variable.created',
    body: z.strictObject({
      name,
      value: value.optional(),
      type: type.optional(),
      hosts: hosts.optional(),
      ...echoedFields,
    }),
    response: variableSchema,
    idempotent: true,
  }),
  listVariables: defineRoute({
    method: 'GET',
    path: '/variables',
    tag,
    summary: 'List variables; `view=full` tells which flows use them',
    policy: { gate: 'caller', permissions: ['variables:view'] },
    query: z.strictObject({ ...pagingQuery, ...orderQuery, type: type.optional(), ...usageQuery }),
    response: listOf(variableSchema),
  }),
  updateVariable: defineRoute({
    method: 'PUT',
    path: '/variables/:id',
    tag,
    summary: 'Change a variable',
    policy: { gate: 'caller', permissions: ['variables:create', 'variables:update'] },
    audit: 'variable.updated',
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      value: value.optional(),
      type: type.optional(),
      hosts: hosts.optional(),
      ...echoedFields,
    }),
    response: variableSchema,
  }),
  deleteVariable: defineRoute({
    method: 'DELETE',
    path: '/variables/:id',
    tag,
    summary: 'Delete a variable',
    policy: { gate: 'caller', permissions: ['variables:delete'] },
    audit: 'variable.deleted',
    params: idParams,
    response: deletionSchema,
  }),
}
