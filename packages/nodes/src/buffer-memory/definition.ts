import { defineNode } from '@runnel/node-kit'

/** Remembers the whole conversation. */
export const bufferMemory = defineNode({
  definition: {
    name: 'bufferMemory',
    label: 'Buffer Memory',
    version: 2,
    type: 'BufferMemory',
    icon: 'IconHistory',
    category: 'Memory',
    description: 'Gives the model every earlier message of the session',
    baseClasses: ['BufferMemory', 'BaseChatMemory', 'BaseMemory'],
    kind: 'component',
    effects: 'none',
    inputs: [
      {
        label: 'Session Id',
        name: 'sessionId',
        type: 'string',
        description: 'Messages are kept under this id; empty means one conversation per chat',
        default: '',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Memory Key',
        name: 'memoryKey',
        type: 'string',
        default: 'chat_history',
        additionalParams: true,
      },
    ],
  },
  build: async () => (await import('./build.ts')).buildBufferMemory,
})
