import { type JsonObject, RunnelError } from '@runnel/contract'
import { type Component, readRows, readText } from '@runnel/node-kit'
import { createSchemaParser } from '../create-schema-parser.ts'

const TYPES = ['string', 'number', 'boolean']

/** Reads JSON with the keys that the author listed. */
export const structuredOutputParserCapability = createSchemaParser(readSchema)

function readSchema({ values, label }: Component): JsonObject {
  const rows = readRows(values, 'jsonStructure').filter((row) => readText(row, 'property').trim() !== '')
  if (rows.length === 0) {
    throw new RunnelError(
      'invalid_input',
      `${label} has no keys. List in JSON Structure what the answer is to hold.`,
    )
  }
  const properties = rows.map((row): [string, JsonObject] => {
    const [type, description] = [readText(row, 'type'), readText(row, 'description')]
    const described = description === '' ? {} : { description }
    return [readText(row, 'property').trim(), { type: TYPES.includes(type) ? type : 'string', ...described }]
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
  }
}
