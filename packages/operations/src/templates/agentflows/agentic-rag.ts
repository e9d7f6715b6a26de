import { asks, decides, goesBackTo, OPENAI, start, told } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

const LOOK_UP = { id: 'retrieverAgentflow_0', label: 'Look it up' } as const

/** Looks things up, judges what was found, and looks anew. */
export const agenticRag: TemplateSketch = {
  id: 'agentic-rag',
  name: 'Agentic RAG',
  description: 'Judges what it finds in your documents, and searches anew until it can answer.',
  type: 'AGENTFLOW',
  usecases: ['Reflective Agent', 'Documents QnA'],
  explains:
    'Small talk is answered at once. Anything else becomes a question to your documents. Is it enough? judges what came back: if not, the question is put in other words, and Look it up runs again.',
  needs:
    'First make a document store, put your documents into it and fill its vector store. Choose it in Look it up. Then choose a credential for OpenAI in the six nodes that ask a model.',
  nodes: [
    start({ query: '' }),
    {
      id: 'conditionAgentAgentflow_0',
      label: 'Does it need documents?',
      at: [1, 0],
      values: decides(OPENAI, {
        instructions: 'Find out whether the documents have to be looked into for an answer.',
        input: '{{question}}',
        scenarios: ['It asks about a fact, a rule or a thing', 'It is a greeting, thanks or small talk'],
      }),
    },
    {
      id: 'llmAgentflow_0',
      label: 'Ask well',
      at: [2, 0],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Turn the last message into one question to a collection of documents. It must be understood without the conversation: write out what “it” and “that” stand for. Give the question and nothing else.',
        ),
        llmUpdateState: [{ key: 'query', value: '{{output}}' }],
      },
    },
    {
      ...LOOK_UP,
      at: [3, 0],
      values: {
        retrieverKnowledgeDocumentStores: [{ documentStore: '' }],
        retrieverQuery: '{{$flow.state.query}}',
      },
    },
    {
      id: 'conditionAgentAgentflow_1',
      label: 'Is it enough?',
      at: [4, 0],
      values: decides(OPENAI, {
        instructions:
          'The input holds a question and what the documents say about it. Judge whether that answers the question.',
        input: 'Question: {{question}}\n\nThe documents say: {{retrieverAgentflow_0}}',
        scenarios: ['It answers the question', 'It does not answer the question'],
      }),
    },
    {
      id: 'llmAgentflow_1',
      label: 'Answer',
      at: [5, -0.5],
      values: {
        ...asks('llm', OPENAI),
        ...told('llm', 'Answer the question from what the documents say, and from nothing else.'),
        llmUserMessage: 'Question: {{question}}\n\nThe documents say: {{retrieverAgentflow_0}}',
      },
    },
    {
      id: 'llmAgentflow_2',
      label: 'Ask otherwise',
      at: [5, 0.5],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'A search gave no answer. Put the question otherwise: other words for the same thing, a wider or a narrower matter. Give the new question and nothing else.',
        ),
        llmUserMessage: 'The user asked: {{question}}\n\nSearched for so far: {{$flow.state.query}}',
        llmUpdateState: [{ key: 'query', value: '{{output}}' }],
      },
    },
    {
      id: 'loopAgentflow_0',
      label: 'Search again',
      at: [6, 0.5],
      values: goesBackTo(LOOK_UP.id, LOOK_UP.label, {
        times: 3,
        gaveUp: 'The documents do not seem to hold an answer to that.',
      }),
    },
    {
      id: 'llmAgentflow_3',
      label: 'Reply',
      at: [2, 1],
      values: {
        ...asks('llm', OPENAI),
        ...told('llm', 'Reply kindly in one or two sentences, and offer to look into the documents.'),
      },
    },
  ],
  edges: [
    'startAgentflow_0 > conditionAgentAgentflow_0',
    'conditionAgentAgentflow_0.r0 > llmAgentflow_0',
    'llmAgentflow_0 > retrieverAgentflow_0',
    'retrieverAgentflow_0 > conditionAgentAgentflow_1',
    'conditionAgentAgentflow_1.r0 > llmAgentflow_1',
    'conditionAgentAgentflow_1.r1 > llmAgentflow_2',
    'llmAgentflow_2 > loopAgentflow_0',
    'conditionAgentAgentflow_0.r1 > llmAgentflow_3',
  ],
}
