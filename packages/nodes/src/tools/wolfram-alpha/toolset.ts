import { addQuery, askServer, type Toolset } from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { readArgument } from '../read-argument.ts'

const ADDRESS = 'https://www.wolframalpha.com/api/v1/llm-api'
/** What WolframAlpha says when it cannot compute, with suggestions for the model. */
const NOT_UNDERSTOOD = 501

/** One tool: it asks WolframAlpha for what it computes, in words for models. */
export const wolframAlphaToolset: Toolset = {
  list: () => [
    {
      name: 'wolfram_alpha',
      description:
        'Asks WolframAlpha about mathematics, science, units, dates, people and places. The input is a short question.',
      inputSchema: {
        type: 'object',
        properties: { input: { type: 'string', description: 'The question, in few English words' } },
        required: ['input'],
        additionalProperties: false,
      },
      effects: 'read',
    },
  ],
  async call(component, { input }, call) {
    const query = readArgument(input, 'input')
    const apply = ({ wolframAlphaAppId = '' }: Record<string, string>) => ({
      query: { appid: wolframAlphaAppId },
    })
    const { body } = await askServer(
      call,
      { url: addQuery(ADDRESS, { input: query }), authorise: { component, apply } },
      { label: 'WolframAlpha', answers: [NOT_UNDERSTOOD] },
    )
    return { content: cutText(body.trim()) || 'WolframAlpha has no answer.' }
  },
}
