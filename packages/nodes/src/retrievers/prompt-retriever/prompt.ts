import { RunnelError } from '@runnel/contract'
import { fillPlaces, type ReadPrompt, readText } from '@runnel/node-kit'

/** The author's system message, then the question; a message with a place `{input}` has the question there. */
export const readChoicePrompt: ReadPrompt = ({ label, values }) => {
  const told = readText(values, 'systemMessage')
  return {
    variables: ['input'],
    values: {},
    format: ({ input }) => {
      if (input === undefined)
        throw new RunnelError('invalid_input', `${label} has no value for {input}. Ask it a question.`)
      if (told.includes('{input}')) return [{ role: 'user', content: fillPlaces(told, { input }) }]
      const question = { role: 'user' as const, content: input }
      return told.trim() === '' ? [question] : [{ role: 'system', content: told }, question]
    },
  }
}
