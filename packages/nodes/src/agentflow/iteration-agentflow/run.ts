import { type JsonValue, RunnelError } from '@runnel/contract'
import { type RunNode, readNumber, readText, type StepContext } from '@runnel/node-kit'

const MOST_AT_ONCE = 10

/**
 * Runs the nodes inside once per item (`engine.md` 3.7). One at a time, each sees the state that the one before left; at
 * once, all see that of this step. The answers stand in the order of the items.
 */
export const runIteration: RunNode = async (context) => {
  const items = readItems(context)
  const { results, state, writtenKeys } = await context.runChildren(items, {
    concurrency: readConcurrency(context),
  })
  return {
    input: { iterationInput: items },
    output: { iterationResults: results, content: results.join('\n') },
    state,
    writtenKeys,
  }
}

function readItems({ values, node }: StepContext): JsonValue[] {
  const given = values.iterationInput
  const items = typeof given === 'string' ? parse(given) : given
  if (Array.isArray(items)) return items
  throw new RunnelError(
    'invalid_input',
    `Invalid input array: ${node.label} needs a list as JSON, such as ["a", "b"].`,
  )
}

function readConcurrency({ values, node }: StepContext): number {
  if (readText(values, 'iterationConcurrency') === '') return 1
  const count = readNumber(values, 'iterationConcurrency') ?? Number.NaN
  if (Number.isInteger(count) && count >= 1 && count <= MOST_AT_ONCE) return count
  throw new RunnelError(
    'invalid_input',
    `“Items at Once” of ${node.label} must be a whole number from 1 to ${MOST_AT_ONCE}.`,
  )
}

function parse(text: string): JsonValue | undefined {
  try {
    const items: JsonValue = JSON.parse(text)
    return items
  } catch {
    return undefined
  }
}
