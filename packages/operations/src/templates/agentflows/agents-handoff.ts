import { ANTHROPIC, asks, type ChosenModel, decides, GEMINI, OPENAI, start, told, tool } from '../parts.ts'
import type { SketchedNode, TemplateSketch } from '../template-sketch.ts'

interface Desk {
  label: string
  row: number
  model: ChosenModel
  does: string
  tools?: string[]
}

function desk(id: string, { label, row, model, does, tools = [] }: Desk): SketchedNode {
  return {
    id,
    label,
    at: [2.2, row],
    values: {
      ...asks('agent', model),
      ...told(
        'agent',
        `${does} Be brief and kind. Say it when you do not know something, and promise nothing.`,
      ),
      ...(tools.length > 0 && { agentTools: tools.map((type) => tool(type)) }),
    },
  }
}

/** A question goes to the agent who knows the matter. */
export const agentsHandoff: TemplateSketch = {
  id: 'agents-handoff',
  name: 'Agents Handoff',
  description: 'Finds out what a customer needs, and hands them to the agent who knows it.',
  type: 'AGENTFLOW',
  usecases: ['Customer Support'],
  explains:
    'Who can help? reads the message and chooses one of three agents. Each has a model, an instruction and tools of its own. What fits none goes to the last one.',
  needs:
    'Choose credentials: OpenAI in Who can help? and General, Anthropic in Billing, Gemini and Google Custom Search in Technical. Or one and the same model everywhere. Write what your company does into the instructions.',
  nodes: [
    start(),
    {
      id: 'conditionAgentAgentflow_0',
      label: 'Who can help?',
      at: [1, 0],
      values: decides(OPENAI, {
        instructions: 'Find out what the customer writes about.',
        input: '{{question}}',
        scenarios: [
          'An invoice, a payment or a price',
          'Something that does not work or has to be set up',
          'Anything else',
        ],
      }),
    },
    desk('agentAgentflow_0', {
      label: 'Billing',
      row: -1,
      model: ANTHROPIC,
      does: 'You answer questions about invoices, payments and prices. Send every sum to the calculator.',
      tools: ['calculator', 'currentDateTime'],
    }),
    desk('agentAgentflow_1', {
      label: 'Technical',
      row: 0.1,
      model: GEMINI,
      does: 'You help customers to set things up and to mend what does not work, one step at a time. Search for what you do not know.',
      tools: ['googleCustomSearch'],
    }),
    desk('agentAgentflow_2', {
      label: 'General',
      row: 1.2,
      model: OPENAI,
      does: 'You answer whatever is neither about payments nor about a fault, and ask back when it is not clear what is wanted.',
    }),
  ],
  edges: [
    'startAgentflow_0 > conditionAgentAgentflow_0',
    'conditionAgentAgentflow_0.r0 > agentAgentflow_0',
    'conditionAgentAgentflow_0.r1 > agentAgentflow_1',
    'conditionAgentAgentflow_0.r2 > agentAgentflow_2',
  ],
}
