import { type JsonObject, RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'

/** The name of the model that a node chooses; `invalid_input` when it chooses none. */
export function readModelName(
  values: JsonObject,
  { label, nameParams }: { label: string; nameParams: readonly string[] },
  what: 'model' | 'embedding' = 'model',
): string {
  const names = nameParams.map((param) => readText(values, param).trim())
  const modelName = names.find((name) => name !== '')
  if (modelName !== undefined) return modelName
  throw new RunnelError(
    'invalid_input',
    what === 'model'
      ? `The ${label} model has no name. Choose one in the model node.`
      : `The ${label} embedding has no model. Choose one in the node.`,
  )
}
