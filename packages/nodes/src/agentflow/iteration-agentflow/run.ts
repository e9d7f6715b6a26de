import { type JsonValue, RunnelError } from '@runnel/contract'
import type { RunNode, StepContext } from '@runnel/node-kit'

/** Runs the nodes inside once per item, in order: each sees the state that the one before left (`engine.md` 3.7). */
export const runIteration: RunNode = async (context) => {
  const items = readItems(context)
  const { results, state, writtenKeys } = await context.runChildren(items, { concurrency: 1 })
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

function parse(text: string): JsonValue | undefined {
  try {
    const items: JsonValue = JSON.parse(text)
    return items
  } catch {
    return undefined
  }
}
