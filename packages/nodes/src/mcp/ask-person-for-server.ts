import {
  type Answer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonSchemaFaults,
  type ServerAnswer,
} from '@runnel/contract'
import type { CallContext, Component } from '@runnel/node-kit'

/** What a server wants to know of a person during the call of a tool. */
export interface ServerQuestion {
  tool: string
  message: string
  /** JSON Schema of the form that is the answer. */
  schema: JsonObject
}

/**
 * Asks a person what a server wants to know. They fill in the form, or agree to what it holds by itself; words of their own
 * fill the one text that it needs. Without an answer that fits, the server is told that they declined.
 */
export async function askPersonForServer(
  call: CallContext,
  { nodeId, label }: Component,
  { tool, message, schema }: ServerQuestion,
): Promise<ServerAnswer> {
  const given = readDefaults(schema)
  const answer = await call.ask({
    action: {
      id: call.hash({ nodeId, tool, message, at: call.now() }),
      mapping: { approve: 'Proceed', reject: 'Reject' },
      elements: [
        { type: 'agentflowv2-approve-button', label: 'Proceed' },
        { type: 'agentflowv2-reject-button', label: 'Reject' },
      ],
      data: {
        nodeId,
        nodeLabel: label,
        input: `The server of the tool “${tool}” asks: ${message}`,
        toolCalls: [{ name: tool, args: given }],
        inputSchema: schema,
        asksForInput: true,
      },
    },
  })
  return readAnswer(answer, { given, schema })
}

function readAnswer(
  { type, input, feedback = '' }: Answer,
  { given, schema }: { given: JsonObject; schema: JsonObject },
): ServerAnswer {
  if (type === 'reject') return { action: 'decline' }
  const content = isJsonObject(input) ? input : fillWithWords(given, schema, feedback)
  return jsonSchemaFaults(schema, content, 'answer').length === 0
    ? { action: 'accept', content }
    : { action: 'decline' }
}

const fieldsOf = ({ properties }: JsonObject): [string, JsonValue | undefined][] =>
  isJsonObject(properties) ? Object.entries(properties) : []

function readDefaults(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    fieldsOf(schema).flatMap(([name, field]) =>
      isJsonObject(field) && field.default !== undefined ? [[name, field.default]] : [],
    ),
  )
}

/** Panels without forms give words alone: they are the answer where one text is all that is needed. */
function fillWithWords(given: JsonObject, schema: JsonObject, words: string): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : []
  const open = fieldsOf(schema).filter(([name]) => required.includes(name) && given[name] === undefined)
  const [field] = open
  if (words.trim() === '' || open.length !== 1 || !field) return given
  const [name, description] = field
  const isText = isJsonObject(description) && description.type === 'string'
  return isText ? { ...given, [name]: words.trim() } : given
}
