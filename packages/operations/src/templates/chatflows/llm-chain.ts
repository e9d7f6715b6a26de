import type { TemplateSketch } from '../template-sketch.ts'

/** A prompt that is filled. */
export const llmChain: TemplateSketch = {
  id: 'llm-chain',
  name: 'LLM Chain',
  description: 'Fills a prompt with what you write, and asks a model once.',
  type: 'CHATFLOW',
  usecases: ['Basic'],
  explains:
    'The prompt has a place in braces, {text}, that takes your message. The chain asks the model with the filled prompt, and remembers nothing.',
  needs:
    'It runs at once on the Demo model, which quotes from the prompt: ask When is the shop open? Write a prompt of your own, and put a real chat model in the place of the Demo model.',
  nodes: [
    { id: 'chatDemo_0', label: 'Demo model', at: [0, 0] },
    {
      id: 'promptTemplate_0',
      label: 'Prompt Template',
      at: [0, 1],
      values: {
        template:
          'Answer from these facts alone.\n\nThe shop is open from nine to six on workdays. It stands by the river. It sells tea and pots.\n\nQuestion: {text}',
      },
    },
    { id: 'llmChain_0', label: 'LLM Chain', at: [1.2, 0.2], output: 'llmChain' },
  ],
  edges: ['chatDemo_0 > llmChain_0.model', 'promptTemplate_0 > llmChain_0.prompt'],
}
