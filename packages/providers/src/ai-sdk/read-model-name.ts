import { type JsonObject, RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'

/** Where the name of a model stands. */
export interface ModelNaming {
  /** Params that may hold it; the first that is filled counts. */
  nameParams?: readonly string[]
  /** The same where the credential names it, a deployment, or the node in another way. */
  nameOf?: (credential: Record<string, string>, values: JsonObject) => string
}

interface NamedModel extends ModelNaming {
  label: string
  credential?: Record<string, string> | undefined
}

/** The name of the model that a node chooses; `invalid_input` when it chooses none. */
export function readModelName(
  values: JsonObject,
  { label, nameParams = [], nameOf, credential = {} }: NamedModel,
  what: 'model' | 'embedding' = 'model',
): string {
  const names = [
    ...nameParams.map((param) => readText(values, param).trim()),
    nameOf?.(credential, values) ?? '',
  ]
  const modelName = names.find((name) => name !== '')
  if (modelName !== undefined) return modelName
  throw new RunnelError(
    'invalid_input',
    what === 'model'
      ? `The ${label} model has no name. Choose one in the model node.`
      : `The ${label} embedding has no model. Choose one in the node.`,
  )
}
