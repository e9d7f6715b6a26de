import type { LanguageModelV4 } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { readSwitch } from '@runnel/node-kit'
import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { moonshotModelOf } from './moonshot-models.ts'

const connectChat = connectCompatible('moonshot')
/** What stands where thoughts have to stand and none are known: another vendor's model called the tool, or thought nothing. */
const NO_THOUGHTS = '.'

/** Whether the model of this name thinks with these values. */
export function thinksAsMoonshot(values: JsonObject, modelName: string): boolean {
  const { thinks } = moonshotModelOf(modelName)
  return thinks === 'always' || (thinks === 'by choice' && readSwitch(values, 'thinking', true))
}

/** A chat model of Moonshot: chat completions but for what its newer models want otherwise. */
export function connectMoonshot(connection: VendorConnection, modelName: string): LanguageModelV4 {
  if (!moonshotModelOf(modelName).fixesSampling) return connectChat(connection, modelName)
  const thinks = thinksAsMoonshot(connection.values, modelName)
  const fetch: VendorConnection['fetch'] = (input, init) =>
    connection.fetch(input, {
      ...init,
      body: JSON.stringify(fitBody(JSON.parse(String(init?.body)), thinks)),
    })
  return connectChat({ ...connection, fetch }, modelName)
}

function fitBody(asked: JsonObject, thinks: boolean): JsonObject {
  const {
    temperature: _temperature,
    top_p: _topP,
    frequency_penalty: _frequency,
    presence_penalty: _presence,
    max_tokens: limit,
    messages,
    ...rest
  } = asked
  const told = Array.isArray(messages) && thinks ? messages.map(withThoughts) : messages
  return {
    ...rest,
    ...(told === undefined ? {} : { messages: told }),
    ...(limit === undefined ? {} : { max_completion_tokens: limit }),
  }
}

/** A model that thinks wants the thoughts before each call of a tool back. */
function withThoughts(message: JsonValue): JsonValue {
  if (!isJsonObject(message) || !Array.isArray(message.tool_calls)) return message
  return { ...message, reasoning_content: message.reasoning_content ?? NO_THOUGHTS }
}
