import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type Component,
  type NamedOperation,
  nameOperations,
  type OpenApi,
  type OpenApiOperation,
} from '@runnel/node-kit'

/** More tools than that no vendor takes. */
const MOST_TOOLS = 128

/** How a call is named where it is chosen. */
export const nameOperation = ({ method, path }: OpenApiOperation): string => `${method} ${path}`

/**
 * The calls that the author chose, all of them where none is chosen; each with a name of its own.
 * @throws RunnelError `invalid_input` for one that the document does not describe, and for too many
 */
export function listChosen(api: OpenApi, { values, label }: Component): NamedOperation[] {
  const chosen = readList(values)
  const missing = chosen.find((wanted) => !api.operations.some((each) => isNamed(each, wanted)))
  if (missing !== undefined) {
    throw new RunnelError(
      'invalid_input',
      `The OpenAPI document of ${label} has no call ${missing.slice(0, 100)}. Choose its endpoints anew.`,
    )
  }
  const operations = api.operations.filter(
    (each) => chosen.length === 0 || chosen.some((wanted) => isNamed(each, wanted)),
  )
  if (operations.length > MOST_TOOLS) {
    throw new RunnelError(
      'invalid_input',
      `${label} would offer ${operations.length} tools, and a model takes ${MOST_TOOLS}. Choose the endpoints that are needed.`,
    )
  }
  return nameOperations(operations)
}

/** By its method and path, or by its own id. */
function isNamed(operation: OpenApiOperation, wanted: string): boolean {
  return operation.id === wanted || nameOperation(operation).toLowerCase() === wanted.toLowerCase()
}

function readList({ selectedEndpoints: given }: JsonObject): string[] {
  const list = typeof given === 'string' ? parseList(given) : given
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string' && name !== '').map(String) : []
}

function parseList(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text === '' ? [] : [text]
  }
}
