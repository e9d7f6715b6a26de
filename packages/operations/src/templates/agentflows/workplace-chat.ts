import type { JsonObject } from '@runnel/contract'
import { asks, OPENAI, request, start, told } from '../parts.ts'
import type { SketchedNode, TemplateSketch } from '../template-sketch.ts'

const body: JsonObject = { text: { type: 'string', required: true, description: 'What is posted' } }

function post(
  id: string,
  where: string,
  { variable, column }: { variable: string; column: number },
): SketchedNode {
  return {
    id,
    label: `Post to ${where}`,
    at: [column, 0],
    values: {
      toolAgentflowSelectedTool: 'requestsPost',
      toolAgentflowSelectedToolConfig: {
        toolAgentflowSelectedTool: 'requestsPost',
        ...request('Post', {
          url: `{{$vars.${variable}}}`,
          name: variable,
          description: `Posts a message to ${where}.`,
          schema: body,
        }),
      },
      toolInputArgs: [{ inputArgName: 'text', inputArgValue: '{{llmAgentflow_0}}' }],
    },
  }
}

/** A message that is written once and posted twice. */
export const workplaceChat: TemplateSketch = {
  id: 'workplace-chat',
  name: 'Workplace Chat',
  description: 'Turns a note into an announcement, and posts it to Slack and Microsoft Teams.',
  type: 'AGENTFLOW',
  usecases: ['Agent'],
  explains:
    'The model writes the announcement. Both tools post it to an incoming webhook, without asking a model again. The reply tells what was posted.',
  needs:
    'Choose a credential for OpenAI in Write. Make two workspace variables, slack_webhook and teams_webhook, with the addresses of the incoming webhooks: they are secrets, so they do not stand in the flow.',
  nodes: [
    start(),
    {
      id: 'llmAgentflow_0',
      label: 'Write',
      at: [1, 0],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Write an announcement for colleagues out of the note that you get: what changes, for whom, from when on. Five sentences at most, plain text, no greeting. Leave out what the note does not say.',
        ),
      },
    },
    post('toolAgentflow_0', 'Slack', { variable: 'slack_webhook', column: 2 }),
    post('toolAgentflow_1', 'Teams', { variable: 'teams_webhook', column: 3 }),
    {
      id: 'directReplyAgentflow_0',
      label: 'Say what was posted',
      at: [4, 0],
      values: { directReplyMessage: 'Posted to Slack and Teams:\n\n{{llmAgentflow_0}}' },
    },
  ],
  edges: [
    'startAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > toolAgentflow_0',
    'toolAgentflow_0 > toolAgentflow_1',
    'toolAgentflow_1 > directReplyAgentflow_0',
  ],
}
