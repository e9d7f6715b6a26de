import { type JsonObject, RunnelError } from '@runnel/contract'
import type { CallContext, ToolOffer } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'

/** What calls get while options are listed: nothing is reached, whatever is tried. */
const noCalls = new Proxy({} as CallContext, {
  get() {
    throw new RunnelError('unavailable', 'Nothing can be called while options are listed.')
  },
})

/**
 * The tools of a type as its settings make them; empty for a type without tools.
 * @throws RunnelError `unavailable` where only a call tells them
 */
export async function describeTools(
  catalogue: Catalogue,
  type: string,
  values: JsonObject,
): Promise<ToolOffer[]> {
  const definition = catalogue.find(type)
  const toolset = await catalogue.loadCapability(type, 'toolset')
  if (!definition || !toolset) return []
  const { label } = definition
  return toolset.list(
    { nodeId: type, type, label, values, credentials: {}, output: type, anchors: {} },
    noCalls,
  )
}
