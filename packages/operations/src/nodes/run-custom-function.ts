import { randomUUID } from 'node:crypto'
import { can, makerOf, type Principal, workspaceOf } from '@runnel/access'
import { isJsonObject, isRunnelError, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { codeFetch } from '../code-fetch.ts'
import type { OperationContext } from '../context.ts'
import { createRunSecrets, NO_SECRETS } from '../run-secrets.ts'
import { readVariableValues } from '../variables/read-variable-values.ts'

/** Longest time that a function may take while it is tried out, in milliseconds; in a run it has minutes. */
const TRIAL_MS = 30_000

/** A custom function as the editor tries it out. */
export interface RunCustomFunction {
  code: string
  /** Values by name, or their JSON text. */
  variables: JsonObject | string | undefined
  /** Ends the function early. */
  signal?: AbortSignal
}

function parseVariables(variables: JsonObject | string | undefined): JsonObject {
  if (variables === undefined || variables === '') return {}
  if (typeof variables !== 'string') return variables
  let parsed: unknown
  try {
    parsed = JSON.parse(variables)
  } catch (cause) {
    throw new RunnelError('invalid_input', 'functionInputVariables: must be a JSON object', { cause })
  }
  if (!isJsonObject(parsed))
    throw new RunnelError('invalid_input', 'functionInputVariables: must be a JSON object')
  return parsed
}

/** What the code did wrong is its author's to mend: here the author is the caller. */
function asCallersFault(error: unknown): unknown {
  if (!isRunnelError(error) || (error.code !== 'sandbox_error' && error.code !== 'limit_exceeded'))
    return error
  return new RunnelError(error.code, error.message, { cause: error, status: 400 })
}

/**
 * Runs a function in the sandbox. `$vars` is filled only for a caller who may see variables. Throws `sandbox_error`
 * and `limit_exceeded` with status 400.
 */
export async function runCustomFunction(
  context: OperationContext,
  principal: Principal,
  call: RunCustomFunction,
): Promise<JsonValue> {
  const globals: JsonObject = { $input: '', $flow: {}, $vars: {} }
  for (const [name, value] of Object.entries(parseVariables(call.variables))) globals[`$${name}`] = value
  const trial = { workspaceId: workspaceOf(principal), runId: randomUUID() }
  const seesVariables = can(principal, 'variables:view')
  if (seesVariables) globals.$vars = await readVariableValues(context, trial.workspaceId, trial.runId)
  const variables = seesVariables ? createRunSecrets(context, trial) : NO_SECRETS
  try {
    const { value } = await context.sandbox.run({
      code: call.code,
      owner: workspaceOf(principal),
      group: makerOf(principal) ?? 'trials',
      globals,
      timeoutMs: TRIAL_MS,
      ...(call.signal ? { signal: call.signal } : {}),
      broker: { fetch: codeFetch(context.egress, variables) },
    })
    return value
  } catch (error) {
    throw asCallersFault(error)
  }
}
