import type { JsonObject, JsonValue, RunInput } from '@runnel/contract'
import type { Sight } from '../scope.ts'
import { readContent } from './visible-steps.ts'

/** The text that a step answers: the question, else the form as lines, else what the step before gave. */
export function readInputText(input: RunInput, sight: Sight): string {
  if (input.question !== undefined && input.question !== '') return input.question
  if (input.form && Object.keys(input.form).length > 0) return formatForm(input.form)
  const content = readContent(sight.last?.output.output)
  return content === undefined ? (input.question ?? '') : asText(content)
}

/** A form as the reference writes it: one `key: value` per line. */
function formatForm(form: JsonObject): string {
  return Object.entries(form)
    .map(([key, value]) => `${key}: ${asText(value)}`)
    .join('\n')
}

/** A value as text: strings as they are, all else as JSON. */
export function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
