import { RunnelError } from '@runnel/contract'
import { type RunNode, readNumber, readText } from '@runnel/node-kit'

const DEFAULT_MAX_COUNT = 5

/** Asks the engine to jump back; past the limit the engine goes on with the fallback message (`engine.md` 3.5). */
export const runLoop: RunNode = async (context) => {
  const { values, node } = context
  const chosen = readText(values, 'loopBackToNode')
  const [target = ''] = chosen.split('-', 1)
  if (target === '')
    throw new RunnelError('invalid_input', `${node.label} has no node to go back to. Choose one in the node.`)
  const maxCount = readNumber(values, 'maxLoopCount') ?? DEFAULT_MAX_COUNT
  const fallback =
    readText(values, 'fallbackMessage') ||
    `Loop completed after reaching maximum iteration count of ${maxCount}.`
  const label = chosen.slice(target.length + 1) || target
  const output = {
    content: `Loop back to ${label} (${target})`,
    nodeID: target,
    maxLoopCount: maxCount,
    fallbackMessage: fallback,
  }
  return {
    input: { loopBackToNode: chosen, maxLoopCount: maxCount },
    output,
    loop: { target, maxCount, fallback },
  }
}
