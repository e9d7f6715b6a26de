import { defineNode, type Provider } from '@runnel/node-kit'
import { chatDemoDefinition } from './chat-demo-definition.ts'
import { demoEmbeddingsDefinition } from './demo-embeddings-definition.ts'

/** The Demo model and its embeddings: a vendor without a vendor. */
export const demoProvider: Provider = {
  name: 'demo',
  nodes: [
    defineNode({
      definition: chatDemoDefinition,
      provides: { chatModel: async () => (await import('./open-demo-chat-model.ts')).openDemoChatModel },
    }),
    defineNode({
      definition: demoEmbeddingsDefinition,
      provides: { embedder: async () => (await import('./open-demo-embedder.ts')).openDemoEmbedder },
    }),
  ],
  credentials: [],
}
