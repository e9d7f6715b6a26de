import type { JsonObject } from '@runnel/contract'
import type { StartForm } from '../../chat/start-form.ts'

const MAX_FIELDS = 4
const exampleValues = { string: 'text', number: 1, boolean: true, options: 'option' }

/** The body of an example call: a question, or the first four fields of the form that starts the flow. */
export function exampleBody(form: StartForm | undefined): JsonObject {
  if (form === undefined) return { question: 'Hello' }
  const fields = form.fields.slice(0, MAX_FIELDS)
  return { form: Object.fromEntries(fields.map(({ name, type }) => [name, exampleValues[type]])) }
}
