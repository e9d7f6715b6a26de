import { RunnelError } from '@runnel/contract'
import { type Component, readText, readZodText } from '@runnel/node-kit'
import { createSchemaParser } from '../create-schema-parser.ts'

/** Reads JSON by a schema that is written as a Zod schema is. The text is read as data, never evaluated. */
export const advancedStructuredOutputParserCapability = createSchemaParser(readSchema)

function readSchema({ values, label }: Component) {
  const read = readZodText(readText(values, 'exampleJson'))
  if ('schema' in read) return read.schema
  throw new RunnelError('invalid_input', `${label}: the schema cannot be read: ${read.fault}.`)
}
