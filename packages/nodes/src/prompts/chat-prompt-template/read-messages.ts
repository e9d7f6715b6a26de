import { RunnelError } from '@runnel/contract'
import type { CallContext } from '@runnel/node-kit'
import { type PromptMessage, readMessage } from '../read-message.ts'

/**
 * Code of the reference makes messages with classes of a library: it finds classes of these names that make plain data.
 * All of it is evaluated in the sandbox.
 */
const inSandbox = (code: string) => `const made = (role) => class {
  constructor(given) {
    this.role = role
    this.content = typeof given === 'string' ? given : given?.content
  }
}
const messages = { HumanMessage: made('user'), AIMessage: made('assistant'), SystemMessage: made('system') }
const installed = require
return (async (require) => {
${code}
})((name) => (/^@?langchain(\\/|$)/.test(name) ? messages : installed(name)))`

/** The messages that an author's code returns, run in the sandbox. */
export async function readMessages(code: string, label: string, call: CallContext): Promise<PromptMessage[]> {
  const returned = await call.code(inSandbox(code), {})
  if (!Array.isArray(returned)) throw refuse(label, 'returns no list')
  return returned.map((item, index) => {
    const message = readMessage(item)
    if (message) return message
    throw refuse(label, `returns something else as item ${index + 1}`)
  })
}

function refuse(label: string, fault: string): RunnelError {
  return new RunnelError(
    'invalid_input',
    `${label}: the code of Messages History ${fault}. Return a list of messages with role (user, assistant or system) and content.`,
  )
}
