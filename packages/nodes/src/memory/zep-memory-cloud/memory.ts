import { RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import { zepMemory } from '../zep-session.ts'

const SESSIONS = 'https://api.getzep.com/api/v2/sessions'
/** Ways of remembering that its API knows. */
const TYPES = ['perpetual', 'summary_retriever', 'message_window']

/** A conversation in the cloud of Zep. */
export const zepCloudMemory = zepMemory({
  sessionsAt({ values, label }) {
    const type = readText(values, 'memoryType').trim() || 'perpetual'
    if (TYPES.includes(type)) return SESSIONS
    throw new RunnelError(
      'invalid_input',
      `${label}: memoryType “${type.slice(0, 50)}” is unknown. Write ${TYPES.join(', ')}.`,
    )
  },
  query: (values) => ({ memoryType: readText(values, 'memoryType').trim() || 'perpetual' }),
  writeRole: (role, name) => ({ role: name, role_type: role }),
  authorise: ({ apiKey = '' }) => ({ headers: { authorization: `Api-Key ${apiKey.trim()}` } }),
})
