import { type FlowNode, isJsonObject, type JsonObject, type NodeDefinition } from '@runnel/contract'
import { rowsOf, visibleFields } from '@runnel/graph'
import { textOf } from '../../node-form/read-value.ts'

/** When each branch of a node is taken, in short words and in the order of its rows: `{{question}} contains tulip`. */
export function branchHints(node: FlowNode, definition: NodeDefinition): string[] {
  const list = definition.inputs.find(({ name }) => name === definition.branches?.param)
  if (list?.array === undefined) return []
  const fields = list.array
  return rowsOf(node.values[list.name]).map(({ id, row }) => {
    const shown = visibleFields({ values: node.values, inputs: definition.inputs, row: id }, fields)
    // The kind of the values only says how they are compared.
    return shown
      .filter(({ name }) => list.readAs !== 'comparisons' || name !== 'type')
      .map((field) => wordOf(row, field))
      .filter((word) => word !== '')
      .join(' ')
  })
}

type Field = NonNullable<NodeDefinition['inputs'][number]['array']>[number]

function wordOf(row: JsonObject, { name, options }: Field): string {
  const value = row[name]
  if (isJsonObject(value) || Array.isArray(value)) return ''
  const text = textOf(value).replace(/\s+/g, ' ').trim()
  return options?.find((option) => option.name === text)?.label.toLowerCase() ?? text
}
