import { asks, compares, GEMINI, goesBackTo, OPENAI, start, told } from '../parts.ts'
import type { SketchedNode, TemplateSketch } from '../template-sketch.ts'

const ASKED = { id: 'llmAgentflow_0', label: 'Supervisor' } as const

function worker(id: string, label: string, { row, does }: { row: number; does: string }): SketchedNode {
  return {
    id,
    label,
    at: [3.2, row],
    values: {
      ...asks('agent', GEMINI),
      ...told('agent', `${does} Do what the supervisor tells you and nothing more.`),
      agentUserMessage: 'The supervisor says: {{$flow.state.instructions}}',
    },
  }
}

function back(id: string, row: number): SketchedNode {
  const ends = { times: 6, gaveUp: 'The team came to no end in six rounds. Ask for less at once.' }
  return { id, label: 'Report back', at: [4.2, row], values: goesBackTo(ASKED.id, ASKED.label, ends) }
}

/** One model shares work out to two agents until it is done. */
export const supervisorWorker: TemplateSketch = {
  id: 'supervisor-worker',
  name: 'Supervisor Worker',
  description: 'A supervisor shares work out between a writer and a reviewer until it is good.',
  type: 'AGENTFLOW',
  usecases: ['Hierarchical Agent Teams'],
  explains:
    'Supervisor says who is next and what they are to do; both stand in the flow state. Who is next? follows. Each worker reports back, until the supervisor says finish.',
  needs:
    'Choose credentials for OpenAI in Supervisor and Final answer, and for Gemini in Writer and Reviewer. Try: Write a recipe card for pancakes, and have it checked.',
  nodes: [
    start({ next: '', instructions: '' }),
    {
      ...ASKED,
      at: [1, 0],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'You lead a team of two: the writer makes texts, the reviewer finds faults in them and writes none. Look at what was asked for and at what was done so far, and say who is next and what exactly they are to do. Say finish as soon as the reviewer has nothing left that matters, at the latest after two reviews.',
        ),
        llmStructuredOutput: [
          {
            key: 'next',
            type: 'enum',
            enumValues: 'writer, reviewer, finish',
            description: 'Who is next; finish when the work is done',
          },
          { key: 'instructions', type: 'string', description: 'What they are to do, in full sentences' },
        ],
        llmUpdateState: [
          { key: 'next', value: '{{output.next}}' },
          { key: 'instructions', value: '{{output.instructions}}' },
        ],
        llmReturnResponseAs: 'assistantMessage',
        llmUserMessage: 'Who is next, and what are they to do?',
      },
    },
    {
      id: 'conditionAgentflow_0',
      label: 'Who is next?',
      at: [2, 0],
      values: {
        conditions: [
          compares('{{$flow.state.next}}', 'equal', 'writer'),
          compares('{{$flow.state.next}}', 'equal', 'reviewer'),
        ],
      },
    },
    worker('agentAgentflow_0', 'Writer', { row: -1, does: 'You write texts: clear, short, without filler.' }),
    back('loopAgentflow_0', -1),
    worker('agentAgentflow_1', 'Reviewer', {
      row: 0,
      does: 'You read texts and list their faults, the worst first, each with what would be better. You write no texts.',
    }),
    back('loopAgentflow_1', 0),
    {
      id: 'agentAgentflow_2',
      label: 'Final answer',
      at: [3.2, 1],
      values: {
        ...asks('agent', OPENAI),
        ...told(
          'agent',
          'Give the user the finished work of the team, in its last form, without a word about the team.',
        ),
        agentUserMessage: 'Give me the result of what I asked for: {{question}}',
      },
    },
  ],
  edges: [
    'startAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > conditionAgentflow_0',
    'conditionAgentflow_0.r0 > agentAgentflow_0',
    'agentAgentflow_0 > loopAgentflow_0',
    'conditionAgentflow_0.r1 > agentAgentflow_1',
    'agentAgentflow_1 > loopAgentflow_1',
    'conditionAgentflow_0.else > agentAgentflow_2',
  ],
}
