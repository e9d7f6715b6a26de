import { asks, GEMINI, OPENAI, start, told, tool } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

/** A list, each item worked on by itself. */
export const iterations: TemplateSketch = {
  id: 'iterations',
  name: 'Iterations',
  description: 'Takes a task apart, works on one part after the other, and puts the results together.',
  type: 'AGENTFLOW',
  usecases: ['Agent'],
  explains:
    'Take apart makes a list. The iteration runs the agent inside of it once for each entry, which it reads as {{$iteration}}. Put together sees all results.',
  needs:
    'Choose credentials for OpenAI in Take apart and Put together, and for Gemini in Work on one part. Try: Compare bus, train and car for a trip of 300 km.',
  nodes: [
    start(),
    {
      id: 'llmAgentflow_0',
      label: 'Take apart',
      at: [1, 0],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Take the task apart into two to five parts that can be worked on one by one. Write each part so that it can be understood without the others.',
        ),
        llmStructuredOutput: [
          { key: 'parts', type: 'stringArray', description: 'The parts of the task, in a useful order' },
        ],
      },
    },
    {
      id: 'iterationAgentflow_0',
      label: 'For each part',
      at: [2, 0],
      size: [1, 1],
      values: { iterationInput: '{{llmAgentflow_0.output.parts}}' },
    },
    {
      id: 'agentAgentflow_0',
      label: 'Work on one part',
      at: [0, 0],
      parent: 'iterationAgentflow_0',
      values: {
        ...asks('agent', GEMINI),
        ...told(
          'agent',
          'Do one part of a larger task. Send every sum to the calculator. Give the result in a few sentences, with the figures that it rests on.',
        ),
        agentTools: [tool('calculator')],
        agentEnableMemory: true,
        agentUserMessage: 'The part to work on: {{$iteration}}',
      },
    },
    {
      id: 'llmAgentflow_1',
      label: 'Put together',
      at: [3.4, 0],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Write one answer out of the results of all parts. Keep their figures, and repeat nothing.',
        ),
        llmUserMessage: 'The task was: {{question}}\n\nThe results of its parts:\n{{iterationAgentflow_0}}',
      },
    },
  ],
  edges: [
    'startAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > iterationAgentflow_0',
    'iterationAgentflow_0 > llmAgentflow_1',
  ],
}
