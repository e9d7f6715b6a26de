import { jsonProtocol } from '../json-protocol.ts'
import { textAgent } from '../text-agent.ts'

const SYSTEM_MESSAGE =
  'You are a helpful assistant in a conversation. Answer fully, in the language of the person, and use a tool where it knows better than you.'

/** An agent that converses and asks for tools in JSON. */
export const runConversationalAgent = textAgent(jsonProtocol, SYSTEM_MESSAGE)
