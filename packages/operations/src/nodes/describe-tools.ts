import { CREDENTIAL_ID_KEY, type JsonObject, RunnelError, type ServerTool } from '@runnel/contract'
import type { CallContext, ToolOffer, ToolServerTarget } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'

/** Asks a server of tools, with the credential that the target names. */
type ListServer = (target: ToolServerTarget) => Promise<ServerTool[]>

/** What calls get while options are listed: servers of tools tell theirs, nothing else is reached, whatever is tried. */
function onlyLists(listServer: ListServer): CallContext {
  const toolServer = {
    list: async (target: ToolServerTarget, names: string[]) =>
      (await listServer(target)).filter(({ name }) => names.includes(name)),
  }
  return new Proxy({ toolServer } as CallContext, {
    get(context, name) {
      if (name === 'toolServer') return context.toolServer
      throw new RunnelError('unavailable', 'Nothing can be called while options are listed.')
    },
  })
}

/**
 * The tools of a type as its settings make them; empty for a type without tools.
 * @throws RunnelError `unavailable` where only a call tells them
 */
export async function describeTools(
  catalogue: Catalogue,
  { type, values }: { type: string; values: JsonObject },
  listServer: ListServer,
): Promise<ToolOffer[]> {
  const definition = catalogue.find(type)
  const toolset = await catalogue.loadCapability(type, 'toolset')
  if (!definition || !toolset) return []
  const { label } = definition
  const id = values[CREDENTIAL_ID_KEY]
  const credentials: Record<string, string> = typeof id === 'string' ? { credential: id } : {}
  return toolset.list(
    { nodeId: type, type, label, values, credentials, output: type, anchors: {} },
    onlyLists(listServer),
  )
}
