import type { JsonValue } from '@runnel/contract'
import { readRows, readText, type StepContext, type StepOutput } from '@runnel/node-kit'

/**
 * The end of a step with what the rows of its `…UpdateState` param make of the flow state, `{{output}}` standing for its
 * own output. Nodes inside the step have written before them.
 */
export function applyStateUpdates(context: StepContext, param: string, end: StepOutput): StepOutput {
  const { output, state = context.state, writtenKeys = [] } = end
  const rows = readRows(context.values, param).filter((row) => readText(row, 'key') !== '')
  if (rows.length === 0) return end
  const written = rows.map((row): [string, JsonValue] => [
    readText(row, 'key'),
    context.resolveWithOutput(row.value ?? '', output),
  ])
  return {
    ...end,
    state: { ...state, ...Object.fromEntries(written) },
    writtenKeys: [...writtenKeys, ...written.map(([key]) => key)],
  }
}
