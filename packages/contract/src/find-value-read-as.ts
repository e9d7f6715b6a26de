import type { JsonObject, JsonValue } from './json.ts'
import type { InputDefinition, NodeDefinition } from './node-definition.ts'
import type { ParamMeaning } from './param-meaning.ts'

type ParamsByMeaning = ReadonlyMap<ParamMeaning, InputDefinition>

/** Made once for each definition: values are read at every run. */
const known = new WeakMap<readonly InputDefinition[], ParamsByMeaning>()

function paramsByMeaning(inputs: readonly InputDefinition[]): ParamsByMeaning {
  const made = known.get(inputs)
  if (made) return made
  const params = new Map(
    inputs.flatMap((input): [ParamMeaning, InputDefinition][] =>
      input.readAs ? [[input.readAs, input]] : [],
    ),
  )
  known.set(inputs, params)
  return params
}

/** The param that the product reads as something; undefined where a type has none such, or is not known. */
export function findParamReadAs(
  definition: Pick<NodeDefinition, 'inputs'> | undefined,
  meaning: ParamMeaning,
): InputDefinition | undefined {
  return definition && paramsByMeaning(definition.inputs).get(meaning)
}

/** The value of a node that the product itself reads as something; undefined where its type has no such param. */
export function findValueReadAs(
  values: JsonObject,
  definition: Pick<NodeDefinition, 'inputs'> | undefined,
  meaning: ParamMeaning,
): JsonValue | undefined {
  const param = findParamReadAs(definition, meaning)
  return param && values[param.name]
}
