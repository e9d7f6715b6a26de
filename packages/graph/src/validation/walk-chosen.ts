import type { FindDefinition, InputDefinition, JsonObject } from '@runnel/contract'
import { rowsOf } from '../document/rows.ts'
import { configOf } from '../rules/visibility.ts'
import type { ValidationContext } from './validation-context.ts'

/** The values of a node, of a row of it, or of a component that is chosen in either. */
export interface ChosenPlace {
  nodeId: string
  inputs: readonly InputDefinition[]
  values: JsonObject
  /** Path in front of the names of the inputs, with its dot. */
  prefix: string
}

function* walk(place: ChosenPlace, find: FindDefinition): Generator<ChosenPlace> {
  yield place
  const { inputs, values, prefix } = place
  for (const input of inputs) {
    const value = values[input.name]
    const at = `${prefix}${input.name}`
    const chosen = input.loadConfig === true && typeof value === 'string' ? find(value) : undefined
    if (chosen) {
      const settings = configOf(values, input.name)
      yield* walk({ ...place, inputs: chosen.inputs, values: settings, prefix: `${at}Config.` }, find)
    }
    for (const { id, row } of rowsOf(value)) {
      yield* walk({ ...place, inputs: input.array ?? [], values: row, prefix: `${at}[${id}].` }, find)
    }
  }
}

/** Every place of a flow where params are filled in, also in what is chosen inside nodes. */
export function* walkChosen({ nodes, find }: ValidationContext): Generator<ChosenPlace> {
  for (const { node, definition } of nodes) {
    yield* walk({ nodeId: node.id, inputs: definition.inputs, values: node.values, prefix: '' }, find)
  }
}
