import type { JsonObject, JsonValue } from '@runnel/contract'
import { readRows, readText, type StepContext } from '@runnel/node-kit'

/**
 * What the rows of an `…UpdateState` param make of the flow state, with `{{output}}` standing for this step's output:
 * the state after them, and the keys that they name.
 */
export function applyStateUpdates(
  context: StepContext,
  param: string,
  output: JsonObject,
): { state: JsonObject; writtenKeys: string[] } {
  const rows = readRows(context.values, param).filter((row) => readText(row, 'key') !== '')
  const written = rows.map((row): [string, JsonValue] => [
    readText(row, 'key'),
    context.resolveWithOutput(row.value ?? '', output),
  ])
  return {
    state: { ...context.state, ...Object.fromEntries(written) },
    writtenKeys: written.map(([key]) => key),
  }
}
