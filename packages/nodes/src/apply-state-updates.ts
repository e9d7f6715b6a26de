import type { JsonObject } from '@runnel/contract'
import { readRows, readText, type StepContext } from '@runnel/node-kit'

/** The flow state after the rows of an `…UpdateState` param, with `{{output}}` standing for this step's output. */
export function applyStateUpdates(context: StepContext, param: string, output: JsonObject): JsonObject {
  const state = { ...context.state }
  for (const row of readRows(context.values, param)) {
    const key = readText(row, 'key')
    if (key !== '') state[key] = context.resolveWithOutput(row.value ?? '', output)
  }
  return state
}
