import {
  type EdgeRole,
  type FlowNode,
  type InputDefinition,
  isParam,
  type NodeDefinition,
} from '@runnel/contract'
import {
  branchesOf,
  ERROR_ANCHOR,
  hasErrorBranch,
  IN_ANCHOR,
  OUT_ANCHOR,
} from '../definitions/branches-of.ts'
import { findEdgeRole, roleOfInputType } from '../definitions/edge-role.ts'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { splitTypes } from '../definitions/foreign-definition.ts'
import { visibleInputs } from './visibility.ts'

/** Where edges end at a node. `types` are the class names that it takes; a control port takes any. */
export interface InputPort {
  anchor: string
  label: string
  role: EdgeRole
  types: string[]
  /** Takes several edges. */
  isList: boolean
  isOptional: boolean
}

/** Where edges begin at a node. `branchIndex` numbers the branches of agent-flow nodes. */
export interface OutputPort {
  anchor: string
  label: string
  types: string[]
  branchIndex?: number
}

/** The ports of a node, in the order in which they are drawn. */
export interface NodePorts {
  inputs: InputPort[]
  outputs: OutputPort[]
}

type PortNode = Pick<FlowNode, 'values' | 'outputs' | 'type'>

function portOfInput(input: InputDefinition, definition: NodeDefinition): InputPort {
  return {
    anchor: input.name,
    label: input.label,
    role: findEdgeRole(definition, input.name) ?? roleOfInputType(input.type),
    types: splitTypes(input.type),
    isList: input.list === true,
    isOptional: input.optional === true,
  }
}

function chatInputs(node: PortNode, definition: NodeDefinition): InputPort[] {
  return visibleInputs(node, definition)
    .filter((input) => !isParam(input) || input.acceptVariable === true)
    .map((input) => portOfInput(input, definition))
}

function chatOutputs(node: PortNode, definition: NodeDefinition): OutputPort[] {
  const [first] = definition.outputs ?? []
  if (!first) return [{ anchor: definition.name, label: definition.type, types: definition.baseClasses }]
  const chosen = node.outputs?.output ?? first.name
  return (definition.outputs ?? [])
    .filter((output) => output.hidden !== true && (output.isAnchor === true || output.name === chosen))
    .map((output) => ({
      anchor: output.name,
      label: output.label,
      types: output.baseClasses ?? definition.baseClasses,
    }))
}

function agentOutputs(node: PortNode, definition: NodeDefinition): OutputPort[] {
  const outputs = namedOutputs(node, definition)
  if (!hasErrorBranch(node, definition)) return outputs
  const named = outputs.map((port) => (port.anchor === OUT_ANCHOR ? { ...port, label: 'Then' } : port))
  return [...named, { anchor: ERROR_ANCHOR, label: 'On error', types: [] }]
}

function namedOutputs(node: PortNode, definition: NodeDefinition): OutputPort[] {
  const branches = branchesOf(node, definition)
  if (branches.length === 0) return [{ anchor: OUT_ANCHOR, label: definition.label, types: [] }]
  return branches.map((branch, branchIndex) => ({ ...branch, types: [], branchIndex }))
}

const CONTROL_INPUT: InputPort = {
  anchor: IN_ANCHOR,
  label: '',
  role: 'sequence',
  types: [],
  isList: true,
  isOptional: true,
}

/**
 * The ports of a node with its present values: anchors and params that accept variables on the left, the chosen
 * output, its branches or the plain control output on the right. Notes have none.
 */
export function anchorsOf(node: PortNode, definition: NodeDefinition): NodePorts {
  if (definition.kind === 'note') return { inputs: [], outputs: [] }
  const isAgent = isAgentFlowNode(definition)
  const inputs = isAgent ? [CONTROL_INPUT] : chatInputs(node, definition)
  const outputs = isAgent ? agentOutputs(node, definition) : chatOutputs(node, definition)
  return {
    inputs: definition.hideInput === true ? [] : inputs,
    outputs: definition.hideOutput === true ? [] : outputs,
  }
}
