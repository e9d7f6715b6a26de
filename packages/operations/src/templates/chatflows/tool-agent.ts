import type { TemplateSketch } from '../template-sketch.ts'

/** An agent with tools. */
export const toolAgent: TemplateSketch = {
  id: 'tool-agent',
  name: 'Tool Agent',
  description: 'A model that uses tools: it computes, and knows the date.',
  type: 'CHATFLOW',
  usecases: ['Agent'],
  explains:
    'The agent decides which tools it calls, and how often, until it can answer. Each call is shown with the answer.',
  needs:
    'It runs at once on the Demo model: ask What is 12 * (3 + 4)? or What day is it? Connect more tools, and put a chat model that can call tools in the place of the Demo model.',
  nodes: [
    { id: 'calculator_0', label: 'Calculator', at: [0, 0] },
    { id: 'currentDateTime_0', label: 'Date and time', at: [0, 0.5] },
    { id: 'bufferMemory_0', label: 'Buffer Memory', at: [0, 1] },
    { id: 'chatDemo_0', label: 'Demo model', at: [0, 1.5] },
    {
      id: 'toolAgent_0',
      label: 'Tool Agent',
      at: [1.2, 0.4],
      values: {
        systemMessage: 'Use the tools for every sum and for every question about the date. Answer briefly.',
      },
    },
  ],
  edges: [
    'calculator_0 > toolAgent_0.tools',
    'currentDateTime_0 > toolAgent_0.tools',
    'bufferMemory_0 > toolAgent_0.memory',
    'chatDemo_0 > toolAgent_0.model',
  ],
}
