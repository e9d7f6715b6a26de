import { type Principal, workspaceOf } from '@runnel/access'
import {
  errorMessage,
  isRunnelError,
  type McpServer,
  type McpTool,
  RunnelError,
  type ServerTool,
} from '@runnel/contract'
import type { McpServerRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { listServerTools } from './list-server-tools.ts'
import { presentMcpServer } from './present-mcp-server.ts'

/** Longest time that a server may take, in milliseconds. */
const TIMEOUT_MS = 15_000
/** What is kept of a server's tools at most, in bytes. */
const LARGEST_LIST = 512 * 1024

/**
 * Asks a server for its tools, and keeps what it says. One that cannot be asked is marked so; what it listed before stays.
 * @throws RunnelError `not_found`, `invalid_input` with the reason, `stale_revision` when somebody changed it meanwhile
 */
export async function authoriseMcpServer(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<McpServer & { tools: string | null }> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).mcpServers.get(id)
  // Whoever changed it meanwhile changed what was asked: nothing of the answer is theirs.
  const keep = (patch: Partial<Pick<McpServerRow, 'tools' | 'toolCount' | 'status'>>) =>
    context.db.write(workspaceId, async ({ mcpServers, audit }) => {
      const kept = await mcpServers.update(id, patch, { expectedRevision: row.revision })
      const subject = { kind: 'mcp-server', id, name: kept.name }
      const told = { before: tellOf(row), after: tellOf(kept) }
      await audit.append(auditEntry(principal, { action: 'mcp-server.updated', subject, ...told }))
      return kept
    })
  try {
    const listed = await listServerTools(context, {
      server: { transport: 'listed', id },
      authorise: undefined,
      fields: undefined,
      workspaceId,
      timeoutMs: TIMEOUT_MS,
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    })
    const tools = describeList(listed)
    const kept = await keep({ tools, toolCount: listed.length, status: 'AUTHORIZED' })
    return { ...presentMcpServer(kept), tools }
  } catch (error) {
    if (isRunnelError(error) && error.code === 'stale_revision') throw error
    await keep({ status: 'ERROR' })
    throw new RunnelError('invalid_input', errorMessage(error), { cause: error })
  }
}

const tellOf = ({ status, toolCount }: McpServerRow) => ({ status, tools: toolCount })

/** @throws RunnelError `upstream_error` for more than is kept */
function describeList(listed: ServerTool[]): string {
  const tools = JSON.stringify({ tools: listed.map(describeTool) })
  if (Buffer.byteLength(tools) <= LARGEST_LIST) return tools
  throw new RunnelError(
    'upstream_error',
    `The server lists tools of more than ${LARGEST_LIST / 1024} kB, more than is kept of one.`,
  )
}

function describeTool({ name, description, inputSchema, readsOnly, hints = {} }: ServerTool): McpTool {
  const { destructive, external } = hints
  return {
    name,
    description,
    inputSchema,
    annotations: {
      ...(readsOnly && { readOnlyHint: true }),
      ...(destructive !== undefined && { destructiveHint: destructive }),
      ...(external !== undefined && { openWorldHint: external }),
    },
  }
}
