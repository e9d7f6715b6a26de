import { type RunNode, readText, runFunction } from '@runnel/node-kit'

/** Runs one function, and the other one when the first gave nothing; only what is wired to its output goes on. */
export const runIfElseFunction: RunNode = async (context) => {
  const { values, node } = context
  const own = { ...context, label: node.label }
  const input = { inputVariables: values.functionInputVariables ?? null }
  const first = await runFunction(context, { ...own, code: readText(values, 'ifFunction') })
  if (first) return { input, output: { content: first, decision: 'returnTrue' }, fires: ['returnTrue'] }
  const content = await runFunction(context, {
    ...own,
    code: readText(values, 'elseFunction') || 'return false;',
  })
  return { input, output: { content, decision: 'returnFalse' }, fires: ['returnFalse'] }
}
