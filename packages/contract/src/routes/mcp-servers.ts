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

/** The param by which a node names a server of tools of its workspace, in flows of Flowise. */
export const MCP_SERVER_KEY = 'mcpServerId'

/** What stands in place of what is secret: the rest of an address, the value of a header. Sent back, it means “as it is”. */
export const MCP_MASK = '************'

const mcpServerRow = z.object({
  id: idSchema,
  name: z.string(),
  /** Masked behind the host where there is more. */
  serverUrl: z.string(),
  iconSrc: z.string().nullable(),
  color: z.string().nullable(),
  authType: z.enum(['NONE', 'CUSTOM_HEADERS']),
  toolCount: z.number(),
  /** `PENDING` until it was asked for its tools; `ERROR` where that failed the last time. */
  status: z.enum(['PENDING', 'AUTHORIZED', 'ERROR']),
  revision: z.number(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  workspaceId: idSchema,
  /** Ours, in lists with `view=full`. */
  usedBy: usedBySchema.optional(),
})
/** A server of tools in the list of a workspace, without its secrets. */
export type McpServer = z.infer<typeof mcpServerRow>

const headers = z.record(z.string().min(1).max(200), z.string().max(10_000))
const toolsText = {
  /** JSON text `{"tools": […]}` of what it listed when it was last asked; null before. */
  tools: z.string().nullable(),
}
export const mcpServerDetailSchema = mcpServerRow.extend({
  ...toolsText,
  /** The values of the headers are masked. */
  authConfig: z.object({ headers }).nullable(),
})
/** A server of tools with its tools and the names of its headers. */
export type McpServerDetail = z.infer<typeof mcpServerDetailSchema>

/** A tool as its server described it, with what it says of its effects. */
export const mcpToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.looseObject({}),
  annotations: z.object({
    readOnlyHint: z.boolean().optional(),
    destructiveHint: z.boolean().optional(),
    openWorldHint: z.boolean().optional(),
  }),
})
export type McpTool = z.infer<typeof mcpToolSchema>

/** What the text of a server's tools holds. */
export const mcpToolListSchema = z.object({ tools: z.array(mcpToolSchema) })

const name = z.string().trim().min(1).max(200)
const serverUrl = z.string().trim().min(1).max(4_000)
const fields = {
  iconSrc: z.string().max(200_000).nullable().optional(),
  color: z.string().max(200).nullable().optional(),
  authType: mcpServerRow.shape.authType.optional(),
  authConfig: z.strictObject({ headers: headers.optional() }).nullable().optional(),
}
const echoedFields = {
  id: echoed,
  tools: echoed,
  toolCount: echoed,
  status: echoed,
  createdDate: echoed,
  updatedDate: echoed,
  workspaceId: echoed,
  revision: echoed,
  usedBy: echoed,
}
const tag = 'MCP servers'

export const mcpServerRoutes = {
  createMcpServer: defineRoute({
    method: 'POST',
    path: '/custom-mcp-servers',
    tag,
    summary: 'Put an MCP server into the list of the workspace; nobody is asked yet',
    policy: { gate: 'caller', permissions: ['tools:create'] },
    audit: 'mcp-server.created',
    body: z.strictObject({ name, serverUrl, ...fields, ...echoedFields }),
    response: mcpServerRow,
    idempotent: true,
  }),
  listMcpServers: defineRoute({
    method: 'GET',
    path: '/custom-mcp-servers',
    tag,
    summary: 'List MCP servers, addresses masked; `view=full` tells which flows use them',
    policy: { gate: 'caller', permissions: ['tools:view'] },
    query: z.strictObject({ ...pagingQuery, ...orderQuery, ...usageQuery }),
    response: listOf(mcpServerRow),
  }),
  getMcpServer: defineRoute({
    method: 'GET',
    path: '/custom-mcp-servers/:id',
    tag,
    summary: 'Read an MCP server; secrets are masked',
    policy: { gate: 'caller', permissions: ['tools:view'] },
    params: idParams,
    response: mcpServerDetailSchema,
  }),
  listMcpServerTools: defineRoute({
    method: 'GET',
    path: '/custom-mcp-servers/:id/tools',
    tag,
    summary: 'The tools that an MCP server listed when it was last asked',
    policy: { gate: 'caller', permissions: ['tools:view'] },
    params: idParams,
    response: z.array(mcpToolSchema),
  }),
  updateMcpServer: defineRoute({
    method: 'PUT',
    path: '/custom-mcp-servers/:id',
    tag,
    summary: 'Change an MCP server; what is sent masked stays as it is',
    policy: { gate: 'caller', permissions: ['tools:create', 'tools:update'] },
    audit: 'mcp-server.updated',
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      serverUrl: serverUrl.optional(),
      ...fields,
      ...echoedFields,
    }),
    response: mcpServerRow,
  }),
  authoriseMcpServer: defineRoute({
    method: 'POST',
    path: '/custom-mcp-servers/:id/authorize',
    tag,
    summary: 'Ask an MCP server for its tools, and keep what it says',
    policy: { gate: 'caller', permissions: ['tools:create', 'tools:update'] },
    audit: 'mcp-server.updated',
    params: idParams,
    response: mcpServerRow.extend(toolsText),
  }),
  deleteMcpServer: defineRoute({
    method: 'DELETE',
    path: '/custom-mcp-servers/:id',
    tag,
    summary: 'Take an MCP server off the list',
    policy: { gate: 'caller', permissions: ['tools:delete'] },
    audit: 'mcp-server.deleted',
    params: idParams,
    response: deletionSchema,
  }),
}
