import { type JsonObject, jsonSchemaOfRows, RunnelError, readCustomToolRows } from '@runnel/contract'
import { readZodText } from './read-zod-text.ts'

/**
 * The JSON Schema of a tool's arguments, of its rows or of the text of a simple Zod object.
 * @throws RunnelError `invalid_input` that names the tool and the place
 */
export function readToolSchema(schema: string | null | undefined, name: string): JsonObject {
  const text = schema?.trim() ?? ''
  if (text.startsWith('z')) return readZodText(text, name)
  const { rows, issues } = readCustomToolRows(text)
  const [first] = issues
  if (first)
    throw new RunnelError(
      'invalid_input',
      `The inputs of the tool ${name} cannot be read: ${first.path} ${first.message}.`,
    )
  return jsonSchemaOfRows(rows)
}
