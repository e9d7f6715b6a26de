import { ANTHROPIC, asks, decides, GEMINI, goesBackTo, start, told, tool } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

const PLAN = { id: 'llmAgentflow_0', label: 'Plan' } as const

/** A plan, a researcher for each of its questions, one report. */
export const deepResearchSubagents: TemplateSketch = {
  id: 'deep-research-subagents',
  name: 'Deep Research With Subagents',
  description: 'Plans the research, sends an agent out for each question, and writes one report.',
  type: 'AGENTFLOW',
  usecases: ['Deep Research'],
  explains:
    'Plan makes a list of questions. For each of them the agent inside the iteration searches by itself. Write the report puts the findings together. Are there gaps? goes back to the plan once more, when something is missing.',
  needs:
    'Choose credentials for Anthropic in Plan, Write the report and Are there gaps?, for Gemini in Subagent, and for Google Custom Search in its tools. arXiv needs none. A run makes many requests and takes some minutes.',
  nodes: [
    start({ findings: '' }),
    {
      ...PLAN,
      at: [1, 0],
      values: {
        ...asks('llm', ANTHROPIC),
        ...told(
          'llm',
          'Plan the research into what the user wants to know: two to five questions that can be worked on apart from each other and together answer it. Where a report stands in the conversation already, only questions that it leaves open.',
        ),
        llmStructuredOutput: [
          { key: 'questions', type: 'stringArray', description: 'The questions, each understood by itself' },
        ],
        llmUserMessage: 'Plan the research into: {{question}}',
      },
    },
    {
      id: 'iterationAgentflow_0',
      label: 'For each question',
      at: [2, 0],
      size: [1, 1],
      values: { iterationInput: '{{llmAgentflow_0.output.questions}}' },
    },
    {
      id: 'agentAgentflow_0',
      label: 'Subagent',
      at: [0, 0],
      parent: 'iterationAgentflow_0',
      values: {
        ...asks('agent', GEMINI),
        ...told(
          'agent',
          'Answer one question by research. Search the web, look for articles on arXiv where science is asked for, read the pages that look best. Give the answer in ten sentences at most, with the address behind each fact.',
        ),
        agentTools: [tool('googleCustomSearch'), tool('webScraperTool', { maxPages: 3 }), tool('arxiv')],
        agentMaxIterations: 12,
        agentUserMessage: 'The question: {{$iteration}}',
      },
    },
    {
      id: 'agentAgentflow_1',
      label: 'Write the report',
      at: [3.4, 0],
      values: {
        ...asks('agent', ANTHROPIC),
        ...told(
          'agent',
          'Write a report from findings: the answer in three sentences first, then the findings under headings, then the list of sources. Send sums to the calculator. Use no fact that is not among the findings.',
        ),
        agentTools: [tool('calculator')],
        agentUserMessage:
          'The user asked: {{question}}\n\nFindings of earlier rounds:\n{{$flow.state.findings}}\n\nFindings of this round:\n{{iterationAgentflow_0}}',
        agentUpdateState: [{ key: 'findings', value: '{{$flow.state.findings}}\n{{iterationAgentflow_0}}' }],
      },
    },
    {
      id: 'conditionAgentAgentflow_0',
      label: 'Are there gaps?',
      at: [4.4, 0],
      values: decides(ANTHROPIC, {
        instructions:
          'The input holds a question and a report. Judge whether the report leaves a part of the question open that more research could answer.',
        input: 'Question: {{question}}\n\nReport: {{agentAgentflow_1}}',
        scenarios: ['A part of the question is left open', 'The report answers the question'],
      }),
    },
    {
      id: 'loopAgentflow_0',
      label: 'Plan anew',
      at: [5.4, -0.5],
      values: goesBackTo(PLAN.id, PLAN.label, { times: 2, gaveUp: '{{agentAgentflow_1}}' }),
    },
    {
      id: 'directReplyAgentflow_0',
      label: 'Give the report',
      at: [5.4, 0.5],
      values: { directReplyMessage: '{{agentAgentflow_1}}' },
    },
  ],
  edges: [
    'startAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > iterationAgentflow_0',
    'iterationAgentflow_0 > agentAgentflow_1',
    'agentAgentflow_1 > conditionAgentAgentflow_0',
    'conditionAgentAgentflow_0.r0 > loopAgentflow_0',
    'conditionAgentAgentflow_0.r1 > directReplyAgentflow_0',
  ],
}
