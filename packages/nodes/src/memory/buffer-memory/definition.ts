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
    color: '#a3b18a',
    description: 'Gives the model every earlier message of the session',
    baseClasses: ['BufferMemory', 'BaseChatMemory', 'BaseMemory'],
    kind: 'component',
    effects: 'none',
    provides: ['memory'],
    inputs: [
      {
        label: 'Session Id',
        name: 'sessionId',
        readAs: 'sessionId',
        type: 'string',
        overridable: true,
        description: 'Messages are kept under this id; empty means one conversation per chat',
        default: '',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Memory Key',
        name: 'memoryKey',
        type: 'string',
        overridable: true,
        default: 'chat_history',
        additionalParams: true,
      },
    ],
  },
  provides: { memory: async () => (await import('./memory.ts')).bufferMemoryCapability },
})
