import { RunnelError } from '@runnel/contract'
import { type RunNode, readText, runFunction } from '@runnel/node-kit'

/** Runs the author's code; where the flow ends, what it returns is the answer. */
export const runCustomFunction: RunNode = async (context) => {
  const { values, node, isLast } = context
  if (context.components('tools').length > 0) {
    throw new RunnelError(
      'invalid_input',
      `${node.label} has tools, which its code cannot call. Disconnect them, or use an agent.`,
    )
  }
  const code = readText(values, 'javascriptFunction')
  const returned = await runFunction(context, { ...context, label: node.label, code })
  const isPlain = returned === null || typeof returned !== 'object'
  const text = isPlain ? String(returned ?? '') : JSON.stringify(returned)
  if (isLast) context.emitText(text)
  return {
    input: { inputVariables: values.functionInputVariables ?? null },
    output: { content: isLast && isPlain ? text : returned },
  }
}
