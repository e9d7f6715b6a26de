import { type ReadPrompt, readJsonParam, readText } from '@runnel/node-kit'
import { fillPlaces, listPlaces } from '../template.ts'
import { readMessages } from './read-messages.ts'

/** A prompt of a system message, the messages that the author's code gives, and a human message. */
export const readChatPromptTemplate: ReadPrompt = async (component, call) => {
  const { values, label } = component
  const system = readText(values, 'systemMessagePrompt')
  const human = readText(values, 'humanMessagePrompt')
  const code = readText(values, 'messageHistoryCode')
  const between = code.trim() === '' ? [] : await readMessages(code, label, call)
  return {
    variables: [...new Set([...listPlaces(system), ...listPlaces(human)])],
    values: readJsonParam(component, 'promptValues') ?? {},
    format: (given) => [
      ...(system === '' ? [] : [{ role: 'system' as const, content: fillPlaces(system, given) }]),
      ...between,
      { role: 'user', content: fillPlaces(human, given) },
    ],
  }
}
