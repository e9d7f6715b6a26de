import { programNode } from '../program-node.ts'

/** A tool that lets a model think step by step. */
export const sequentialThinkingMCP = programNode({
  name: 'sequentialThinkingMCP',
  label: 'Sequential Thinking MCP',
  tools: 'Lets a model write down its thoughts step by step, and go back on them',
  command: 'sequential-thinking',
})
