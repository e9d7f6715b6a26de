import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import { ACTIONS } from './mcp-kind.ts'

/** The definition of a node of MCP tools: its own params before the choice of tools. */
export function mcpDefinition({
  inputs,
  ...own
}: Pick<NodeDefinition, 'name' | 'label' | 'version' | 'type' | 'description' | 'inputs'> &
  Partial<Pick<NodeDefinition, 'credential' | 'sendsCredentialTo'>>): NodeDefinition {
  return {
    category: 'Tools (MCP)',
    color: '#d4a373',
    icon: 'IconTool',
    baseClasses: ['Tool'],
    kind: 'component',
    provides: ['toolset'],
    // A server says itself which of its tools change nothing.
    effects: 'write',
    ...own,
    inputs: [...inputs, { ...ACTIONS_INPUT, loadsFrom: inputs.map(({ name }) => name) }],
  }
}

const ACTIONS_INPUT: InputDefinition = {
  label: 'Available Actions',
  name: ACTIONS,
  type: 'asyncMultiOptions',
  loadMethod: 'listActions',
  description:
    'The tools that a model may call. A tool is chosen as it is now: when its server changes it, the flow stops until you choose it anew',
}
