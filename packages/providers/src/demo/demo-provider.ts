import { defineNode, type Provider } from '@runnel/node-kit'
import { chatDemoDefinition } from './chat-demo-definition.ts'

/** The Demo model: a vendor without a vendor. */
export const demoProvider: Provider = {
  name: 'demo',
  nodes: [
    defineNode({
      definition: chatDemoDefinition,
      provides: { chatModel: async () => (await import('./open-demo-chat-model.ts')).openDemoChatModel },
    }),
  ],
  credentials: [],
}
