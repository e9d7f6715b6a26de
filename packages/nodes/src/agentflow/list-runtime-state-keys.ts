import { type LoadOptions, readRows, readText } from '@runnel/node-kit'

/** The keys of the flow state, from the start node among the previous nodes. */
export const listRuntimeStateKeys: LoadOptions = async ({ previousNodes }) => {
  const start = previousNodes.find(({ name }) => name === 'startAgentflow')
  return readRows(start?.inputs ?? {}, 'startState')
    .map((row) => readText(row, 'key'))
    .filter((key) => key !== '')
    .map((key) => ({ name: key, label: key }))
}
