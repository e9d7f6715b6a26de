import { ANTHROPIC, asks, OPENAI, request, start, told, tool } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

const ITEMS = 'https://api.example.com/items'
const ONE_ITEM = `${ITEMS}/:id`
const id = { type: 'string', in: 'path', description: 'Id of the item' }
const fields = {
  name: { type: 'string', description: 'Name of the item' },
  price: { type: 'number', description: 'Its price' },
}

/** One agent reads from a service, another one changes what is there, when a person agrees. */
export const interactingWithApi: TemplateSketch = {
  id: 'interacting-with-api',
  name: 'Interacting With API',
  description: 'Looks things up in a web service, and changes them when you agree.',
  type: 'AGENTFLOW',
  usecases: ['Interacting with API'],
  explains:
    'Read the description fetches what the service can do. Find out only reads. Change it may create, change and delete, and asks you before each request.',
  needs:
    'Put the address of your service in place of https://api.example.com: in Read the description, and in the tools of both agents. Choose credentials for OpenAI in Find out and for Anthropic in Change it. Headers such as a key stand in the tools.',
  nodes: [
    start(),
    {
      id: 'httpAgentflow_0',
      label: 'Read the description',
      at: [1, 0],
      values: { method: 'GET', url: 'https://api.example.com/openapi.json', responseType: 'text' },
    },
    {
      id: 'agentAgentflow_0',
      label: 'Find out',
      at: [2, 0],
      values: {
        ...asks('agent', OPENAI),
        ...told(
          'agent',
          'You read from a web service for a user; you change nothing. Find out what the request needs: which items exist, their ids and values. Say what you found, and what would have to be changed.\n\nThe service describes itself so:\n{{httpAgentflow_0}}',
        ),
        agentTools: [
          tool(
            'requestsGet',
            request('Get', {
              url: ITEMS,
              name: 'list_items',
              description: 'Lists the items, all or those that fit a search.',
              schema: { search: { type: 'string', in: 'query', description: 'Part of the name' } },
            }),
          ),
        ],
      },
    },
    {
      id: 'agentAgentflow_1',
      label: 'Change it',
      at: [3, 0],
      values: {
        ...asks('agent', ANTHROPIC),
        ...told(
          'agent',
          'Do what the user asked for, with what was found out before. Where nothing has to be changed, answer at once. Make no request twice. A call that was rejected is not made again. At the end tell the user what was done.',
        ),
        agentUserMessage: 'Do now what I asked for: {{question}}',
        agentTools: [
          tool(
            'requestsPost',
            request('Post', {
              url: ITEMS,
              name: 'create_item',
              description: 'Creates an item.',
              schema: fields,
            }),
            true,
          ),
          tool(
            'requestsPut',
            request('Put', {
              url: ONE_ITEM,
              name: 'change_item',
              description: 'Changes an item.',
              schema: { id, ...fields },
            }),
            true,
          ),
          tool(
            'requestsDelete',
            request('Delete', {
              url: ONE_ITEM,
              name: 'delete_item',
              description: 'Deletes an item.',
              schema: { id },
            }),
            true,
          ),
        ],
      },
    },
  ],
  edges: [
    'startAgentflow_0 > httpAgentflow_0',
    'httpAgentflow_0 > agentAgentflow_0',
    'agentAgentflow_0 > agentAgentflow_1',
  ],
}
