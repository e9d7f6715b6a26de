import { type OutputParser, readSwitch } from '@runnel/node-kit'
import { refuseAnswer } from '../refuse-answer.ts'

/** Reads values that commas part. */
export const csvOutputParserCapability: OutputParser = {
  instructions: () =>
    'Answer with a list of values that commas part, without any other text, such as: `foo, bar, baz`',
  parse: async ({ label }, text) => {
    if (text.trim() === '') throw refuseAnswer(label, 'it is empty')
    return text
      .trim()
      .split(',')
      .map((item) => item.trim())
  },
  repairs: ({ values }) => readSwitch(values, 'autofixParser'),
}
