import { RunnelError } from '@runnel/contract'
import type { Component } from '@runnel/node-kit'

/** The embeddings that are wired to a store. @throws RunnelError `missing_component` without any */
export function getEmbedder(component: Component): Component {
  const [embedder] = component.anchors.embeddings ?? []
  if (embedder) return embedder
  throw new RunnelError(
    'missing_component',
    `${component.label} has no embeddings. Connect a node of that kind to it.`,
  )
}
