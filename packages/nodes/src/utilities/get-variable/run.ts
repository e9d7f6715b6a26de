import { type RunNode, readText } from '@runnel/node-kit'

/** Gives what was kept under the name; an empty text where nothing was. */
export const runGetVariable: RunNode = async ({ values, state }) => {
  const name = readText(values, 'variableName').trim()
  const content = Object.hasOwn(state, name) ? (state[name] ?? '') : ''
  return { input: { variableName: name }, output: { content } }
}
