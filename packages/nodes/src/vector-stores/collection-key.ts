import type { CallContext, Component } from '@runnel/node-kit'
import { getEmbedder } from './get-embedder.ts'
import { readPieceSize } from './search-pieces.ts'

/** The key of a part of a store that lies in this installation: a wired source, what callers gave, what a chat gave. */
export function keyOf(component: Component, part: string, call: CallContext): string {
  const { type, values } = getEmbedder(component)
  const flow = component.owner ?? call.run.flowId
  const pieces = readPieceSize(component)
  return call.hash({
    flow,
    node: component.nodeId,
    part,
    embedder: { type, values },
    ...(pieces !== undefined && { pieces }),
  })
}
