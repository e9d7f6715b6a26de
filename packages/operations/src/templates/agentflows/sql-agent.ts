import { ANTHROPIC, asks, decides, GEMINI, goesBackTo, OPENAI, start, told } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

const WRITE = { id: 'llmAgentflow_0', label: 'Write the query' } as const

const TABLES = `// Describe your tables here: the model knows no others.
return [
  'customers(id, name, city)',
  'orders(id, customer_id, ordered_on, total)',
].join('\\n')
`

const RUN = `// Sends the query to $vars.sql_endpoint, which answers with rows as JSON.
// That service must let its user read only: what is checked here is a mistake of the model, not an attack.
const query = String($query).trim().replace(/;$/, '')
if (!/^(select|with)\\b/i.test(query) || query.includes(';')) return 'Refused: only one SELECT may run.'
const response = await fetch($vars.sql_endpoint, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
})
const text = await response.text()
return response.ok ? text.slice(0, 20000) : 'Error ' + response.status + ': ' + text.slice(0, 500)
`

/** Writes a query, looks at it, runs it, looks at the rows. */
export const sqlAgent: TemplateSketch = {
  id: 'sql-agent',
  name: 'SQL Agent',
  description: 'Answers questions from a database: writes a query, checks it, runs it and mends it.',
  type: 'AGENTFLOW',
  usecases: ['SQL'],
  explains:
    'Tables tells what there is. The query is judged before it runs, and its rows before they are told. What is wrong goes back to Write the query, in words.',
  needs:
    'Write your tables into Tables. Make a workspace variable sql_endpoint: the address of a service that takes {"query": "…"} by POST, runs it as a user who may only read, and answers with rows as JSON. Choose credentials for OpenAI, Anthropic and Gemini in the nodes that ask them, or one model everywhere.',
  nodes: [
    start({ query: '' }),
    {
      id: 'customFunctionAgentflow_0',
      label: 'Tables',
      at: [1, 0],
      values: { customFunctionJavascriptFunction: TABLES },
    },
    {
      ...WRITE,
      at: [2, 0],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Write one SQL query that answers the question. These tables exist, and no others:\n{{customFunctionAgentflow_0}}\n\nWhere an earlier query had a fault, heed what was said about it. Give at most 100 rows. Write the query alone, without a fence around it.',
        ),
        llmUserMessage: 'The question: {{question}}',
        llmUpdateState: [{ key: 'query', value: '{{output}}' }],
      },
    },
    {
      id: 'conditionAgentAgentflow_0',
      label: 'Is the query sound?',
      at: [3, 0],
      values: decides(ANTHROPIC, {
        instructions:
          'The input is a SQL query with the tables that exist. It is sound when it only reads, names nothing else than these tables and columns, and has no mistake of syntax.',
        input: '{{$flow.state.query}}\n\nTables:\n{{customFunctionAgentflow_0}}',
        scenarios: ['The query is sound', 'The query is not sound'],
      }),
    },
    {
      id: 'customFunctionAgentflow_1',
      label: 'Run the query',
      at: [4, 0],
      values: {
        customFunctionInputVariables: [{ variableName: 'query', variableValue: '{{$flow.state.query}}' }],
        customFunctionJavascriptFunction: RUN,
      },
    },
    {
      id: 'loopAgentflow_0',
      label: 'Write it anew',
      at: [4, 1],
      values: goesBackTo(WRITE.id, WRITE.label, {
        times: 4,
        gaveUp: 'No sound query came about for this question. Ask it in other words.',
      }),
    },
    {
      id: 'conditionAgentAgentflow_1',
      label: 'Do the rows answer it?',
      at: [5, 0],
      values: decides(ANTHROPIC, {
        instructions:
          'The input holds a question and what a query gave for it. Judge whether the question can be answered from that. An empty list is an answer, an error is none.',
        input: 'Question: {{question}}\n\nResult: {{customFunctionAgentflow_1}}',
        scenarios: ['The result answers the question', 'It is an error, or answers another question'],
      }),
    },
    {
      id: 'llmAgentflow_1',
      label: 'Answer',
      at: [6, -0.5],
      values: {
        ...asks('llm', GEMINI),
        ...told(
          'llm',
          'Answer the question from the rows, in plain words. Several rows become a small table.',
        ),
        llmUserMessage: 'Question: {{question}}\n\nRows: {{customFunctionAgentflow_1}}',
      },
    },
    {
      id: 'llmAgentflow_2',
      label: 'Say what is wrong',
      at: [6, 0.5],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Say in two sentences what is wrong with the query, and what the next one must do otherwise.',
        ),
        llmUserMessage:
          'Question: {{question}}\n\nQuery: {{$flow.state.query}}\n\nResult: {{customFunctionAgentflow_1}}',
      },
    },
    {
      id: 'loopAgentflow_1',
      label: 'Try again',
      at: [6, 1.3],
      values: goesBackTo(WRITE.id, WRITE.label, {
        times: 4,
        gaveUp: 'The database gave no answer to this question. Ask it in other words.',
      }),
    },
  ],
  edges: [
    'startAgentflow_0 > customFunctionAgentflow_0',
    'customFunctionAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > conditionAgentAgentflow_0',
    'conditionAgentAgentflow_0.r0 > customFunctionAgentflow_1',
    'conditionAgentAgentflow_0.r1 > loopAgentflow_0',
    'customFunctionAgentflow_1 > conditionAgentAgentflow_1',
    'conditionAgentAgentflow_1.r0 > llmAgentflow_1',
    'conditionAgentAgentflow_1.r1 > llmAgentflow_2',
    'llmAgentflow_2 > loopAgentflow_1',
  ],
}
