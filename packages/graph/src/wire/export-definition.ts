import type { InputDefinition, JsonObject, JsonValue, OutputDefinition } from '@runnel/contract'
import { isParam } from '@runnel/contract'
import { branchesOf, ERROR_ANCHOR, hasErrorBranch } from '../definitions/branches-of.ts'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { classesOfOutput, inputHandle, type NodeWithDefinition, outputHandle } from './handles.ts'

function plain(value: object): JsonObject {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries) as JsonObject
}

function exportInput(nodeId: string, input: InputDefinition, display?: boolean): JsonObject {
  return {
    ...plain(input),
    id: inputHandle(nodeId, input.name, input.type),
    ...(display === undefined ? {} : { display }),
  }
}

function exportOption(end: NodeWithDefinition, output: OutputDefinition): JsonObject {
  const classes = classesOfOutput(end.definition, output)
  return plain({
    id: outputHandle(end.node.id, output.name, classes),
    name: output.name,
    label: output.label,
    description: output.description ?? '',
    type: classes.join(' | '),
    isAnchor: output.isAnchor,
    hidden: output.hidden,
  })
}

function exportBranches(end: NodeWithDefinition): JsonValue[] {
  const branches = exportNamedBranches(end)
  if (!hasErrorBranch(end.node, end.definition)) return branches
  const id = `${end.node.id}-output-${ERROR_ANCHOR}`
  return [...branches, { id, label: ERROR_ANCHOR, name: ERROR_ANCHOR }]
}

function exportNamedBranches({ node, definition }: NodeWithDefinition): JsonValue[] {
  const branches = branchesOf(node, definition)
  if (branches.length === 0) {
    return [{ id: `${node.id}-output-${definition.name}`, label: definition.label, name: definition.name }]
  }
  return branches.map((branch, index) => {
    const name = definition.branches ? String(index) : branch.anchor
    return { id: `${node.id}-output-${index}`, label: name, name }
  })
}

function exportOutputs(end: NodeWithDefinition): JsonValue[] {
  const { node, definition } = end
  if (definition.hideOutput === true) return []
  if (isAgentFlowNode(definition)) return exportBranches(end)
  const [first] = definition.outputs ?? []
  if (first) {
    const options = (definition.outputs ?? []).map((output) => exportOption(end, output))
    return [
      { name: 'output', label: 'Output', type: 'options', description: '', options, default: first.name },
    ]
  }
  return [
    {
      id: outputHandle(node.id, definition.name, definition.baseClasses),
      name: definition.name,
      label: definition.type,
      description: definition.description,
      type: definition.baseClasses.join(' | '),
    },
  ]
}

/** The definition as it stands inside `data` of a wire node, with the ids that handles use. */
export function exportDefinition(
  end: NodeWithDefinition,
  isShown: (input: InputDefinition) => boolean,
): JsonObject {
  const { node, definition } = end
  const params = definition.inputs.filter((input) => isParam(input))
  const anchors = definition.inputs.filter((input) => !isParam(input))
  const credential = definition.credential ? [exportInput(node.id, definition.credential)] : []
  return {
    type: definition.type,
    baseClasses: definition.baseClasses,
    ...(definition.tags ? { tags: definition.tags } : {}),
    category: definition.category,
    description: definition.description,
    // In the reference only nodes of agent flows have a colour of their own.
    ...(definition.color === undefined || !isAgentFlowNode(definition) ? {} : { color: definition.color }),
    ...(definition.hideInput === undefined ? {} : { hideInput: definition.hideInput }),
    ...(definition.hideOutput === undefined ? {} : { hideOutput: definition.hideOutput }),
    inputParams: [...credential, ...params.map((input) => exportInput(node.id, input, isShown(input)))],
    inputAnchors: anchors.map((input) => exportInput(node.id, input)),
    outputAnchors: exportOutputs(end),
  }
}
