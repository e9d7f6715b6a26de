import { asks, goesBackTo, OPENAI, request, start, told, tool } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

/** A person reads a message before it goes out. */
export const humanInTheLoop: TemplateSketch = {
  id: 'human-in-the-loop',
  name: 'Human In The Loop',
  description: 'Writes a message, asks you before it is sent, and writes it anew when you say no.',
  type: 'AGENTFLOW',
  usecases: ['Human In Loop'],
  explains:
    'The agent gathers facts, the model writes the message, and the flow waits for you. Proceed sends it. Reject, with a word on what is wrong, goes back to Write the message.',
  needs:
    'Choose credentials for OpenAI in both model nodes, and for Google Custom Search in the tools of Gather facts. Make a workspace variable message_webhook with the address that takes the message: a mail service, a ticket system.',
  nodes: [
    start(),
    {
      id: 'agentAgentflow_0',
      label: 'Gather facts',
      at: [1, 0],
      values: {
        ...asks('agent', OPENAI),
        ...told(
          'agent',
          'Gather what is needed to write the message that the user asks for. Search for what you do not know, look at the date where it matters. Give a short list of facts with their sources; do not write the message.',
        ),
        agentTools: [tool('googleCustomSearch'), tool('currentDateTime')],
        agentMaxIterations: 6,
      },
    },
    {
      id: 'llmAgentflow_0',
      label: 'Write the message',
      at: [2, 0],
      values: {
        ...asks('llm', OPENAI),
        ...told(
          'llm',
          'Write the message that the user asked for, from the facts that were gathered. Where somebody rejected an earlier one, heed what they said. Give the message and nothing else.',
        ),
        llmReturnResponseAs: 'assistantMessage',
      },
    },
    {
      id: 'humanInputAgentflow_0',
      label: 'May it be sent?',
      at: [3, 0],
      values: {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: 'Shall this be sent? When you reject it, say what should be otherwise.',
        humanInputEnableFeedback: true,
      },
    },
    {
      id: 'toolAgentflow_0',
      label: 'Send it',
      at: [4, -0.5],
      values: {
        toolAgentflowSelectedTool: 'requestsPost',
        toolAgentflowSelectedToolConfig: {
          toolAgentflowSelectedTool: 'requestsPost',
          ...request('Post', {
            url: '{{$vars.message_webhook}}',
            name: 'send_message',
            description: 'Sends the message.',
            schema: { text: { type: 'string', required: true, description: 'The message' } },
          }),
        },
        toolInputArgs: [{ inputArgName: 'text', inputArgValue: '{{llmAgentflow_0}}' }],
      },
    },
    {
      id: 'loopAgentflow_0',
      label: 'Write it anew',
      at: [4, 0.5],
      values: goesBackTo('llmAgentflow_0', 'Write the message', {
        times: 5,
        gaveUp: 'Nothing was sent: the message was rejected five times.',
      }),
    },
  ],
  edges: [
    'startAgentflow_0 > agentAgentflow_0',
    'agentAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > humanInputAgentflow_0',
    'humanInputAgentflow_0.proceed > toolAgentflow_0',
    'humanInputAgentflow_0.reject > loopAgentflow_0',
  ],
}
