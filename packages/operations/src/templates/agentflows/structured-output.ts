import { asks, DEMO, start, told } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

/** One model that fills named fields. */
export const structuredOutput: TemplateSketch = {
  id: 'structured-output',
  name: 'Structured Output',
  description: 'Reads an order out of a message, and gives it as JSON with named fields.',
  type: 'AGENTFLOW',
  usecases: ['Extraction'],
  explains:
    'The model must answer with the fields that stand under JSON Structured Output: a text, a number, one of three words, and yes or no.',
  needs:
    'It runs at once on the Demo model, which fills fields by plain rules. Try: 12 boxes of green tea, urgent. Then choose a real model, and put fields of your own in place of these.',
  nodes: [
    start(),
    {
      id: 'llmAgentflow_0',
      label: 'Read the order',
      at: [1, 0],
      values: {
        ...asks('llm', DEMO),
        ...told('llm', 'Read the order out of the message. Guess nothing: what is not said stays empty.'),
        llmStructuredOutput: [
          { key: 'product', type: 'string', description: 'What is ordered, in the words of the message' },
          { key: 'quantity', type: 'number', description: 'How many pieces; 0 when it is not said' },
          {
            key: 'priority',
            type: 'enum',
            enumValues: 'normal, urgent, whenever',
            description: 'How soon it is wanted',
          },
          { key: 'wanted', type: 'boolean', description: 'False when the message takes an order back' },
        ],
      },
    },
  ],
  edges: ['startAgentflow_0 > llmAgentflow_0'],
}
