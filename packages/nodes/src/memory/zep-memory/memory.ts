import { RunnelError } from '@runnel/contract'
import { readNumber, readText } from '@runnel/node-kit'
import { zepMemory } from '../zep-session.ts'

const DEFAULT_SIZE = 10

/** A conversation in a Zep of one's own. */
export const zepServerMemory = zepMemory({
  sessionsAt({ values, label }) {
    const address = readText(values, 'baseURL').trim().replace(/\/$/, '')
    if (URL.canParse(address) && /^https?:/.test(address)) return `${address}/api/v1/sessions`
    throw new RunnelError(
      'invalid_input',
      `${label} has no address. Write the Base URL of the server into the node, such as https://zep.example.com.`,
    )
  },
  query: (values) => ({ lastn: readNumber(values, 'k') ?? DEFAULT_SIZE }),
  writeRole: (_role, name) => ({ role: name }),
  authorise: ({ apiKey = '' }) =>
    apiKey.trim() === '' ? {} : { headers: { authorization: `Bearer ${apiKey.trim()}` } },
})
