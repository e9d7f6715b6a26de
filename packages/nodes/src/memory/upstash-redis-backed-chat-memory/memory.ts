import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { askForJson, type CallContext, type Component, type Memory, readText } from '@runnel/node-kit'
import { keepCommands, listCommand, readList } from '../redis-list.ts'
import { nameOutsideSession } from '../stored-messages.ts'

/** A conversation as a list of Redis, the newest message first, as Flowise and LangChain keep it. */
export const upstashMemory: Memory = {
  async recall(component, call) {
    const commands = [listCommand(nameOutsideSession(call.run))]
    const [stored] = await runCommands(component, call, { effects: 'read', commands })
    return readList(stored)
  },
  async keep(component, exchange, call) {
    const commands = keepCommands(nameOutsideSession(call.run), exchange, component.values)
    await runCommands(component, call, { effects: 'write', commands })
  },
}

/** Runs commands of Redis as one: all or none. Gives the result of each. */
async function runCommands(
  component: Component,
  call: CallContext,
  { effects, commands }: { effects: 'read' | 'write'; commands: string[][] },
): Promise<(JsonValue | undefined)[]> {
  const { label } = component
  const request = {
    url: `${readAddress(component)}/multi-exec`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(commands),
    effects,
    authorise: { component, apply: bearer },
  }
  const answers = await askForJson(call, request, { label })
  const results = Array.isArray(answers) ? answers.filter(isJsonObject) : []
  const fault = results.map(({ error }) => error).find((error) => error !== undefined)
  if (results.length === commands.length && fault === undefined) return results.map(({ result }) => result)
  const words =
    typeof fault === 'string' ? `refused: ${fault.slice(0, 200)}` : 'gave an answer that cannot be read'
  throw new RunnelError('upstream_error', `${label} ${words}.`)
}

function bearer({ upstashRestToken = '' }: Record<string, string>): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${upstashRestToken.trim()}` } }
}

function readAddress({ values, label }: { values: JsonObject; label: string }): string {
  const address = readText(values, 'baseURL').trim()
  if (URL.canParse(address) && /^https?:/.test(address))
    return address.endsWith('/') ? address.slice(0, -1) : address
  throw new RunnelError(
    'invalid_input',
    `${label} has no address. Write the REST URL of the database into the node, such as https://my-database.upstash.io.`,
  )
}
