import { asks, OPENAI, start, told, tool } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

/** An agent that looks things up in another flow. */
export const simpleRag: TemplateSketch = {
  id: 'simple-rag',
  name: 'Simple RAG',
  description: 'An agent that looks into your documents before it answers.',
  type: 'AGENTFLOW',
  usecases: ['Documents QnA'],
  explains:
    'The agent has one tool: a chat flow that knows your documents. It asks there as often as it needs to, and answers from what it was told.',
  needs:
    'First make a chat flow from the template Conversational Retrieval QA Chain and put your documents into it. Then open Answer from documents: choose a credential for OpenAI, and under Tools choose that chat flow.',
  nodes: [
    start(),
    {
      id: 'agentAgentflow_0',
      label: 'Answer from documents',
      at: [1, 0],
      values: {
        ...asks('agent', OPENAI),
        ...told(
          'agent',
          'Answer questions from the documents. Ask search_documents before you answer, with one full question at a time; ask again when an answer leaves something open. Say what you did not find, and never fill it in from memory.',
        ),
        agentTools: [
          tool('ChatflowTool', {
            name: 'search_documents',
            description:
              'Answers a question from the documents. The input is one full question that can be understood by itself.',
          }),
        ],
        agentMaxIterations: 8,
      },
    },
  ],
  edges: ['startAgentflow_0 > agentAgentflow_0'],
}
