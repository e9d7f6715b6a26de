import { programNode } from '../program-node.ts'

/** Tools of the MCP server of Brave. */
export const braveSearchMCP = programNode({
  name: 'braveSearchMCP',
  label: 'Brave Search MCP',
  tools: 'Searches the web by the MCP server of Brave',
  command: 'brave-search',
  needs: 'BRAVE_API_KEY in its environment',
})
