import { type JsonValue, RunnelError, type ToolServer } from '@runnel/contract'
import { scrubber } from '@runnel/drivers'
import type { HttpSecrets, ToolServerTarget } from '@runnel/node-kit'
import type { RunSecrets } from './run-secrets.ts'

/**
 * Asks a server of tools with its secrets, and takes them, and secret variables that have left, out of what comes of it: of the reply and of the words of a
 * fault. @throws RunnelError `invalid_input` for a text that is no address
 */
export async function withoutServerSecrets<Reply>(
  server: ToolServer,
  secrets: HttpSecrets & { variables: RunSecrets },
  ask: (whole: ToolServer) => Promise<Reply>,
): Promise<Reply> {
  const hideKeys = scrubber(secretValues(server, secrets))
  const hide = (text: string) => secrets.variables.hide(hideKeys(text))
  try {
    return withoutSecrets(await ask(withSecrets(server, secrets)), hide)
  } catch (error) {
    return throwWithout(error, hide)
  }
}

/** Where a server is; empty for a program, and for one of the list, which has its own keys. */
export const addressOf = (server: ToolServerTarget['server']): string => ('url' in server ? server.url : '')

/** Adds what must not be written down to the address and the headers of a server. */
function withSecrets(server: ToolServer, { headers = {}, query = {} }: HttpSecrets): ToolServer {
  if (server.transport === 'stdio') return server
  if (!URL.canParse(server.url)) {
    throw new RunnelError('invalid_input', `“${server.url.slice(0, 200)}” is no address of the web.`)
  }
  const url = new URL(server.url)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { ...server, url: url.href, headers: { ...server.headers, ...headers } }
}

/** Headers that the author wrote may be secret, too; each is known whole, and by what stands behind its first word. */
function secretValues(server: ToolServer, { headers = {}, query = {} }: HttpSecrets): string[] {
  const written = server.transport === 'stdio' ? {} : server.headers
  const values = [...Object.values(written), ...Object.values(headers)]
  const long = values.flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)])
  return [...long, ...Object.values(query)].filter((value) => value.length >= 8)
}

function withoutSecrets<Reply>(reply: Reply, hide: (text: string) => string): Reply {
  // Numbers and names of keys stay what they are: only texts can hold a secret.
  const clean = (_key: string, value: JsonValue) => (typeof value === 'string' ? hide(value) : value)
  return JSON.parse(JSON.stringify(reply), clean) as Reply
}

function throwWithout(error: unknown, hide: (text: string) => string): never {
  if (error instanceof Error) error.message = hide(error.message)
  throw error
}
