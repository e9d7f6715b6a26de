import { asks, compares, GEMINI, goesBackTo, OPENAI, start, told, tool } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

const RESEARCH = { id: 'agentAgentflow_0', label: 'Researcher' } as const

/** A researcher and an editor talk until nothing is left open. */
export const deepResearchConversations: TemplateSketch = {
  id: 'deep-research-conversations',
  name: 'Deep Research With Multi-turn Conversations',
  description: 'A researcher and an editor talk about a matter for some rounds; then a report is written.',
  type: 'AGENTFLOW',
  usecases: ['Deep Research'],
  explains:
    'Set the task says what is to be found out. The researcher searches and reads pages; the editor asks what is still open. Is it complete? ends their talk when the editor has no question left, or after four rounds.',
  needs:
    'Choose credentials for OpenAI in Set the task and Write the report, for Gemini in both agents, and for Brave Search in the tools of Researcher. A run makes many requests and takes some minutes.',
  nodes: [
    start(),
    {
      id: 'llmAgentflow_0',
      label: 'Set the task',
      at: [1, 0],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Write a task for a researcher out of what the user wants to know: the main question, three to six questions below it, what is not asked for, and what kinds of sources count.',
        ),
        llmReturnResponseAs: 'assistantMessage',
      },
    },
    {
      ...RESEARCH,
      at: [2, 0],
      values: {
        ...asks('agent', GEMINI),
        ...told(
          'agent',
          'You find things out. Search, read the pages that look best, and compare what they say. In your first turn work on the task; later answer what the editor asks. Name the address behind each fact. Say what you could not find.',
        ),
        agentTools: [tool('braveSearchAPI'), tool('webScraperTool', { maxPages: 3 })],
        agentMaxIterations: 15,
        agentReturnResponseAs: 'assistantMessage',
        agentUserMessage: 'It is your turn, researcher.',
      },
    },
    {
      id: 'agentAgentflow_1',
      label: 'Editor',
      at: [3, 0],
      values: {
        ...asks('agent', GEMINI),
        ...told(
          'agent',
          'You read what a researcher found and make sure that it answers the task. Ask at most three questions: about gaps, about facts without a source, about sources that disagree. When nothing is left to ask, answer with the one word COMPLETE.',
        ),
        agentUserMessage: 'It is your turn, editor.',
      },
    },
    {
      id: 'conditionAgentflow_0',
      label: 'Is it complete?',
      at: [4, 0],
      values: { conditions: [compares('{{agentAgentflow_1}}', 'contains', 'COMPLETE')] },
    },
    {
      id: 'llmAgentflow_1',
      label: 'Write the report',
      at: [5, -0.5],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Write a report for the user from what the researcher found: the answer in three sentences first, then the findings under headings, then what stays open, then the list of sources. Use no fact that the researcher did not bring.',
        ),
        llmUserMessage: 'Write the report on: {{question}}',
      },
    },
    {
      id: 'loopAgentflow_0',
      label: 'Another round',
      at: [5, 0.5],
      values: goesBackTo(RESEARCH.id, RESEARCH.label, {
        times: 4,
        gaveUp: 'Four rounds were not enough. What was found so far:\n\n{{agentAgentflow_0}}',
      }),
    },
  ],
  edges: [
    'startAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > agentAgentflow_0',
    'agentAgentflow_0 > agentAgentflow_1',
    'agentAgentflow_1 > conditionAgentflow_0',
    'conditionAgentflow_0.r0 > llmAgentflow_1',
    'conditionAgentflow_0.else > loopAgentflow_0',
  ],
}
