import type { CallContext, CapabilityLoaders, Retrieve } from '../call-context.ts'
import type { Component } from '../component.ts'
import type { Document } from '../document.ts'
import { readText } from '../read-values.ts'

/** All that a retriever provides, made of the one file that finds. */
export function provideRetriever(load: () => Promise<Retrieve>): CapabilityLoaders {
  return {
    retriever: load,
    documentSource: async () => {
      const retrieve = await load()
      return (component, call) => findDocuments(retrieve, component, call)
    },
    text: async () => {
      const retrieve = await load()
      return async (component, call) => {
        const found = await findDocuments(retrieve, component, call)
        return found.map(({ pageContent }) => pageContent).join('\n')
      }
    },
  }
}

/** What is found for the node's own query, or for the question of the run. */
async function findDocuments(
  retrieve: Retrieve,
  component: Component,
  call: CallContext,
): Promise<Document[]> {
  const query = readText(component.values, 'query').trim() || (call.run.question ?? '')
  const found = await retrieve(component, { query }, call)
  return found.map(({ pageContent, metadata }) => ({ pageContent, metadata }))
}
