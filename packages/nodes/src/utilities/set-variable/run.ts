import type { JsonValue } from '@runnel/contract'
import { type RunNode, readSwitch, readText } from '@runnel/node-kit'

/** Keeps what is wired to it, and gives it on; of several values the first that is there. */
export const runSetVariable: RunNode = async ({ values, state }) => {
  const name = readText(values, 'variableName').trim()
  const content = readInput(values.input)
  return {
    input: { variableName: name },
    output: { content },
    ...(name !== '' && { state: { ...state, [name]: content }, writtenKeys: [name] }),
    ...(name !== '' && readSwitch(values, 'showOutput') && { shownKeys: [name] }),
  }
}

function readInput(input: JsonValue | undefined): JsonValue {
  if (!Array.isArray(input)) return input ?? ''
  return input.find((value) => value !== null && value !== '') ?? ''
}
