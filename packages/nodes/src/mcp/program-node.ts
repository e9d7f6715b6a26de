import type { NodeType } from '@runnel/node-kit'
import { mcpNode } from './mcp-node.ts'

/** What tells one program from another. */
interface Program {
  name: string
  label: string
  /** What its tools do. */
  tools: string
  /** The name that the operator's list has to give it. */
  command: string
  /** What stands in its entry beside the program, where it needs something. */
  needs?: string
}

/**
 * Tools of a well-known server that is a program. It is started only where the operator lists it, under a fixed name; its
 * keys stand in that list, and no flow gives it any.
 */
export function programNode({ name, label, tools, command, needs }: Program): NodeType {
  const keys = needs === undefined ? '' : `, with ${needs}`
  return mcpNode({
    definition: {
      name,
      label,
      version: 1,
      type: 'Tool',
      description: `${tools}. The operator of this installation lists its program as “${command}” in MCP_COMMANDS${keys}`,
      inputs: [],
    },
    kind: async () => ({ readServer: () => ({ server: { transport: 'stdio', command } }) }),
  })
}
