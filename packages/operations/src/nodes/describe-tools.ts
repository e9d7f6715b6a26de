import { CREDENTIAL_ID_KEY, type JsonObject, RunnelError, type ServerTool } from '@runnel/contract'
import type { CallContext, ToolOffer, ToolServerTarget } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'

/** What tells tools while options are listed. */
interface ToolSources {
  /** Asks a server of tools, with the credential that the target names. */
  listServer(target: ToolServerTarget): Promise<ServerTool[]>
  findCustomTool: CallContext['storedTool']
}

/** What calls get while options are listed: these sources tell of tools, nothing else is reached, whatever is tried. */
function onlyLists({ listServer, findCustomTool }: ToolSources): CallContext {
  const toolServer = {
    list: async (target: ToolServerTarget, names: string[]) =>
      (await listServer(target)).filter(({ name }) => names.includes(name)),
  }
  const known: Partial<CallContext> = {
    toolServer: toolServer as CallContext['toolServer'],
    storedTool: findCustomTool,
    hash: (value) => JSON.stringify(value),
  }
  return new Proxy(known as CallContext, {
    get(context, name) {
      const found: unknown = Reflect.get(context, name)
      if (found !== undefined) return found
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
  sources: ToolSources,
): Promise<ToolOffer[]> {
  const definition = catalogue.find(type)
  const toolset = await catalogue.loadCapability(type, 'toolset')
  if (!definition || !toolset) return []
  const { label } = definition
  const id = values[CREDENTIAL_ID_KEY]
  const credentials: Record<string, string> = typeof id === 'string' ? { credential: id } : {}
  return toolset.list(
    { nodeId: type, type, label, values, credentials, output: type, anchors: {} },
    onlyLists(sources),
  )
}
