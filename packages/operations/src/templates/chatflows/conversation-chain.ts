import type { TemplateSketch } from '../template-sketch.ts'

/** A conversation. */
export const conversationChain: TemplateSketch = {
  id: 'conversation-chain',
  name: 'Conversation Chain',
  description: 'A conversation with a model that remembers what was said.',
  type: 'CHATFLOW',
  usecases: ['Basic'],
  explains: 'The chain gives the model an instruction, the conversation so far and the new message.',
  needs:
    'It runs at once on the Demo model, which quotes what it was told: say My name is Ada, then ask What is my name? Put a real chat model in its place, and write its System Message.',
  nodes: [
    { id: 'chatDemo_0', label: 'Demo model', at: [0, 0] },
    { id: 'bufferMemory_0', label: 'Buffer Memory', at: [0, 1] },
    {
      id: 'conversationChain_0',
      label: 'Conversation Chain',
      at: [1.2, 0.2],
      values: {
        systemMessagePrompt: 'You are a kind and brief assistant. Ask back when something is not clear.',
      },
    },
  ],
  edges: ['chatDemo_0 > conversationChain_0.model', 'bufferMemory_0 > conversationChain_0.memory'],
}
