import { type CredentialType, defineNode, type LoadOptions, type NodeType } from '@runnel/node-kit'
import { mcpDefinition } from './mcp-definition.ts'
import type { McpKind } from './mcp-kind.ts'

/** What a node of MCP tools is made of; `kind` is loaded on first use. */
interface McpNode {
  definition: Parameters<typeof mcpDefinition>[0]
  credentials?: CredentialType[]
  kind(): Promise<McpKind>
  /** Options of its own params. */
  load?: Record<string, () => Promise<LoadOptions>>
}

/** A node of MCP tools: the chosen tools of one server. */
export function mcpNode({ definition, credentials, kind, load }: McpNode): NodeType {
  return defineNode({
    definition: mcpDefinition(definition),
    provides: {
      toolset: async () => {
        const [{ mcpToolset }, own] = await Promise.all([import('./mcp-toolset.ts'), kind()])
        return mcpToolset(own)
      },
    },
    load: {
      ...load,
      listActions: async () => {
        const [{ listActions }, own] = await Promise.all([import('./list-actions.ts'), kind()])
        return listActions(own, definition.label)
      },
    },
    ...(credentials && { credentials }),
  })
}
