import { textAgent } from '../text-agent.ts'
import { xmlProtocol } from '../xml-protocol.ts'
import { DEFAULT_PROMPT } from './default-prompt.ts'

/** An agent that asks for tools in elements. */
export const runXmlAgent = textAgent(xmlProtocol, DEFAULT_PROMPT)
