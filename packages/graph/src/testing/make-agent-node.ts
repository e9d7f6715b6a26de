import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import { makeDefinition } from './chat-definitions.ts'

/** An option whose label is its name. */
export function option(name: string) {
  return { label: name, name }
}

/** Fills in what agent-flow definitions share. */
export function makeAgentNode(
  definition: Partial<NodeDefinition> & Pick<NodeDefinition, 'name' | 'label' | 'color'>,
): NodeDefinition {
  return makeDefinition({
    kind: 'step',
    category: 'Agent Flows',
    canvas: 'agent',
    baseClasses: [definition.label.replaceAll(' ', '')],
    ...definition,
  })
}

/** The param by which a step writes flow state. */
export function updateState(name: string): InputDefinition {
  return {
    name,
    readAs: 'stateUpdate',
    label: 'Update Flow State',
    type: 'array',
    optional: true,
    acceptVariable: true,
    array: [
      { name: 'key', label: 'Key', type: 'asyncOptions', loadMethod: 'listRuntimeStateKeys', freeSolo: true },
      {
        name: 'value',
        label: 'Value',
        type: 'string',
        acceptVariable: true,
        acceptNodeOutputAsVariable: true,
      },
    ],
  }
}
