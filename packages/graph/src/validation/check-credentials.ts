import type { InputDefinition, JsonObject, Problem } from '@runnel/contract'
import { rowsOf } from '../document/rows.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { CheckedNode, ValidationContext } from './validation-context.ts'

interface CredentialPlace {
  place: string
  input: InputDefinition
}

function placesOfSettings(
  inputs: readonly InputDefinition[],
  values: JsonObject,
  { prefix, context }: { prefix: string; context: ValidationContext },
): CredentialPlace[] {
  return inputs.flatMap((input) => {
    const value = values[input.name]
    const chosen = input.loadConfig === true && typeof value === 'string' ? context.find(value) : undefined
    const own = chosen?.credential
      ? [{ place: `${prefix}${input.name}Config`, input: chosen.credential }]
      : []
    const rows = rowsOf(value).flatMap(({ id, row }) =>
      placesOfSettings(input.array ?? [], row, { prefix: `${prefix}${input.name}[${id}].`, context }),
    )
    return [...own, ...rows]
  })
}

function placesOf({ node, definition }: CheckedNode, context: ValidationContext): CredentialPlace[] {
  const own = definition.credential ? [{ place: 'credential', input: definition.credential }] : []
  return [...own, ...placesOfSettings(definition.inputs, node.values, { prefix: '', context })]
}

function checkPlace(
  { node }: CheckedNode,
  { place, input }: CredentialPlace,
  context: ValidationContext,
): Problem[] {
  const id = node.credentials?.[place]
  const at = { nodeId: node.id, param: place }
  if (id === undefined) {
    if (input.optional === true) return []
    return [makeProblem('warning', 'credential_missing', at)]
  }
  const { credentials } = context.known
  if (!credentials || credentials.has(id)) return []
  return [makeProblem('warning', 'credential_unknown', at)]
}

/** Credentials that are needed and not chosen, or chosen and not there. */
export function checkCredentials(context: ValidationContext): Problem[] {
  return context.nodes.flatMap((checked) =>
    placesOf(checked, context).flatMap((place) => checkPlace(checked, place, context)),
  )
}
