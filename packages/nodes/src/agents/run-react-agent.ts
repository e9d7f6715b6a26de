import { reactProtocol } from './react-protocol.ts'
import { textAgent } from './text-agent.ts'

/** An agent that thinks, acts and observes in labelled lines. */
export const runReactAgent = textAgent(reactProtocol, 'Answer the question as well as you can.')
