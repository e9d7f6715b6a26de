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

/** The param by which a node names a custom tool, in flows of Flowise. */
export const CUSTOM_TOOL_KEY = 'selectedTool'

/** Longest code of a custom tool, in characters. */
export const LONGEST_TOOL_CODE = 100_000

export const customToolRecordSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  iconSrc: z.string().nullable(),
  /** JSON text of its inputs, a list of rows: `readCustomToolRows`. */
  schema: z.string().nullable(),
  /** The body of an async function. */
  func: z.string().nullable(),
  revision: z.number(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  workspaceId: idSchema,
  /** Ours, in lists with `view=full`. */
  usedBy: usedBySchema.optional(),
})
/** A tool of a workspace that runs code of its author. */
export type CustomTool = z.infer<typeof customToolRecordSchema>
/** What is needed to offer and call a custom tool. */
export type CustomToolWork = Pick<CustomTool, 'id' | 'name' | 'description' | 'schema' | 'func'>

const name = z.string().trim().min(1).max(200)
const description = z.string().max(10_000)
/** What a tool consists of beside its name and description, wherever it is sent. */
export const toolFields = {
  color: z.string().max(200).optional(),
  iconSrc: z.string().max(200_000).nullable().optional(),
  schema: z.string().max(1_000_000).nullable().optional(),
  func: z
    .string()
    .max(LONGEST_TOOL_CODE, `must have ${LONGEST_TOOL_CODE} characters at most`)
    .nullable()
    .optional(),
}
const echoedFields = {
  id: echoed,
  createdDate: echoed,
  updatedDate: echoed,
  workspaceId: echoed,
  revision: echoed,
  usedBy: echoed,
}
const tag = 'Tools'

export const customToolRoutes = {
  createCustomTool: defineRoute({
    method: 'POST',
    path: '/tools',
    tag,
    summary: 'Create a custom tool',
    policy: { gate: 'caller', permissions: ['tools:create'] },
    audit: 'custom-tool.created',
    body: z.strictObject({ name, description, ...toolFields, ...echoedFields }),
    response: customToolRecordSchema,
    idempotent: true,
  }),
  listCustomTools: defineRoute({
    method: 'GET',
    path: '/tools',
    tag,
    summary: 'List custom tools; `view=full` tells which flows use them',
    policy: { gate: 'caller', permissions: ['tools:view'] },
    query: z.strictObject({ ...pagingQuery, ...orderQuery, ...usageQuery }),
    response: listOf(customToolRecordSchema),
  }),
  getCustomTool: defineRoute({
    method: 'GET',
    path: '/tools/:id',
    tag,
    summary: 'Read a custom tool',
    policy: { gate: 'caller', permissions: ['tools:view'] },
    params: idParams,
    response: customToolRecordSchema,
  }),
  updateCustomTool: defineRoute({
    method: 'PUT',
    path: '/tools/:id',
    tag,
    summary: 'Change a custom tool',
    policy: { gate: 'caller', permissions: ['tools:create', 'tools:update'] },
    audit: 'custom-tool.updated',
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      description: description.optional(),
      ...toolFields,
      ...echoedFields,
    }),
    response: customToolRecordSchema,
  }),
  deleteCustomTool: defineRoute({
    method: 'DELETE',
    path: '/tools/:id',
    tag,
    summary: 'Delete a custom tool',
    policy: { gate: 'caller', permissions: ['tools:delete'] },
    audit: 'custom-tool.deleted',
    params: idParams,
    response: deletionSchema,
  }),
}
