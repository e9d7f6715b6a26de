import { type CallContext, type Component, getWiredModel, textOf } from '@runnel/node-kit'

/** What the model that is wired to a retriever answers. */
export async function askWiredModel(
  component: Component,
  prompt: string,
  call: CallContext,
): Promise<string> {
  const model = getWiredModel(call, component)
  const { parts } = await call.model(model, { messages: [{ role: 'user', content: prompt }] })
  return textOf(parts).trim()
}

/** Queries in an answer: a line for each, without numbers or marks before them; some at most. */
export function readQueries(answer: string, most: number): string[] {
  const lines = answer
    .split('\n')
    .filter((line) => !/^\s*<\/?\w+>\s*$/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,3}[.):])\s+/, '').trim())
    .filter((line) => line !== '')
  return [...new Set(lines)].slice(0, most)
}
