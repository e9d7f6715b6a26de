import type { JsonObject } from '@runnel/contract'
import type { HttpAuthorise, ToolServerTarget } from '@runnel/node-kit'

/** What tells one node of MCP tools from another. */
export interface McpKind {
  /**
   * The server that the values of a node name; `label` is what the node is called.
   * @throws RunnelError `invalid_input` that names the param and says what to do
   */
  readServer(values: JsonObject, label: string): Pick<ToolServerTarget, 'server' | 'timeoutMs'>
  /** Where the fields of its credential go; `server` is where they go to. Of one that the author did not choose nothing is asked. */
  authorise?(server: ToolServerTarget['server']): HttpAuthorise
}

/** The param in which the author chooses the tools. */
export const ACTIONS = 'mcpActions'
