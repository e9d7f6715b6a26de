import type { NodeType } from '@runnel/node-kit'
import { braveSearchMCP } from './brave-search-mcp/definition.ts'
import { browserlessMCP } from './browserless-mcp/definition.ts'
import { customMCP } from './custom-mcp/definition.ts'
import { customMcpServerTool } from './custom-mcp-server-tool/definition.ts'
import { githubMCP } from './github-mcp/definition.ts'
import { pipedreamMCP } from './pipedream-mcp/definition.ts'
import { postgreSQLMCP } from './postgre-sqlmcp/definition.ts'
import { sequentialThinkingMCP } from './sequential-thinking-mcp/definition.ts'
import { slackMCP } from './slack-mcp/definition.ts'
import { supergatewayMCP } from './supergateway-mcp/definition.ts'
import { teradataMCP } from './teradata-mcp/definition.ts'

/** Tools of MCP servers, in the order in which menus show them. */
export const mcpTools: readonly NodeType[] = [
  braveSearchMCP,
  browserlessMCP,
  customMCP,
  customMcpServerTool,
  githubMCP,
  pipedreamMCP,
  postgreSQLMCP,
  sequentialThinkingMCP,
  slackMCP,
  supergatewayMCP,
  teradataMCP,
]
