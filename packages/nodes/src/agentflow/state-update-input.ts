import type { InputDefinition } from '@runnel/contract'

/** The `…UpdateState` param of a node: rows of state key and new value, applied after the node has run. */
export function stateUpdateInput(name: string): InputDefinition {
  return {
    label: 'Update Flow State',
    name,
    readAs: 'stateUpdate',
    type: 'array',
    description: 'Sets values of the flow state when the node has run',
    optional: true,
    acceptVariable: true,
    array: [
      {
        label: 'Key',
        name: 'key',
        type: 'asyncOptions',
        loadMethod: 'listRuntimeStateKeys',
        freeSolo: true,
      },
      {
        label: 'Value',
        name: 'value',
        type: 'string',
        acceptVariable: true,
        acceptNodeOutputAsVariable: true,
      },
    ],
  }
}
