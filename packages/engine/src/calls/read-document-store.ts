import type { JsonObject } from '@runnel/contract'
import type { Component, StoredKnowledge } from '@runnel/node-kit'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall } from './make-call.ts'

/**
 * A document store of the workspace, as it stood when the run first looked; undefined where there was none. The port is
 * asked also by a run that goes on: it is told anew where the store's credentials may go.
 */
export async function readDocumentStore(frame: CallFrame, id: string): Promise<StoredKnowledge | undefined> {
  const { session, input } = frame.stepRun.scope
  const found = await session.ports.documentStores.find(id, input.flowId)
  const { reply } = await makeCall<JsonObject>(frame, {
    path: nextPath(frame, 'd'),
    kind: 'documentStore',
    what: 'Reading a document store',
    request: { documentStore: id },
    effects: 'read',
    make: async () => ({ ...found }) as unknown as JsonObject,
  })
  // An empty record stands for a store that is not there; all others are what the port gave.
  return reply.id === undefined ? undefined : ownedByItself(reply as unknown as StoredKnowledge)
}

/** Whatever a store brings is its own, also what is wired to it: its credentials go where the store says, not where the flow does. */
function ownedByItself({ vectorStore, reranker, ...store }: StoredKnowledge): StoredKnowledge {
  return {
    ...store,
    ...(vectorStore && { vectorStore: ownedBy(store.id, vectorStore) }),
    ...(reranker && { reranker: ownedBy(store.id, reranker) }),
  }
}

function ownedBy(owner: string, component: Component): Component {
  const anchors = Object.entries(component.anchors).map(([name, wired]): [string, Component[]] => [
    name,
    wired.map((each) => ownedBy(owner, each)),
  ])
  return { ...component, owner, anchors: Object.fromEntries(anchors) }
}
