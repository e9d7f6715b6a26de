import { programNode } from '../program-node.ts'

/** Tools of an MCP server for a PostgreSQL database. */
export const postgreSQLMCP = programNode({
  name: 'postgreSQLMCP',
  label: 'PostgreSQL MCP',
  tools: 'Reads a PostgreSQL database by an MCP server',
  command: 'postgres',
  needs: 'the address of the database among its arguments',
})
