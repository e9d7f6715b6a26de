import { type Component, type OutputParser, readNumber, readSwitch, readText } from '@runnel/node-kit'
import { refuseAnswer } from '../refuse-answer.ts'

/** Reads items that a separator of the author parts, as many as wanted. */
export const customListOutputParserCapability: OutputParser = {
  instructions: (component) => {
    const { length, separator } = readForm(component)
    const many = length === undefined ? 'items' : `exactly ${length} ${length === 1 ? 'item' : 'items'}`
    return `Answer with a list of ${many} that "${separator}" parts, without any other text, such as: \`foo${separator} bar${separator} baz\``
  },
  parse: async (component, text) => {
    const { length, separator } = readForm(component)
    if (text.trim() === '') throw refuseAnswer(component.label, 'it is empty')
    const items = text
      .trim()
      .split(separator)
      .map((item) => item.trim())
    if (length === undefined || items.length === length) return items
    throw refuseAnswer(component.label, `it has ${items.length} of ${length} items`)
  },
  repairs: ({ values }) => readSwitch(values, 'autofixParser'),
}

function readForm({ values }: Component): { length: number | undefined; separator: string } {
  return { length: readNumber(values, 'length'), separator: readText(values, 'separator') || ',' }
}
