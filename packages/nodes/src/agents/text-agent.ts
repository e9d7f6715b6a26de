import {
  asTalk,
  fillPlaces,
  findComponent,
  type ModelMessage,
  type RunNode,
  readText,
  recallMessages,
  type StepContext,
  type Tool,
  toUserMessage,
} from '@runnel/node-kit'
import { chatAgent } from './run-chat-agent.ts'
import { type TextProtocol, textDialect } from './text-protocol.ts'
import { describeTools } from './tool-input.ts'

/** An agent whose model asks for tools in text. `defaultSystemMessage` stands where its author wrote none. */
export function textAgent(protocol: TextProtocol, defaultSystemMessage: string): RunNode {
  return chatAgent({
    dialect: textDialect(protocol),
    compose: async (context, tools) => {
      const prompt = readText(context.values, 'systemMessage') || defaultSystemMessage
      return { messages: await composeTextPrompt(context, { protocol, tools, prompt }) }
    },
  })
}

interface TextPrompt {
  protocol: TextProtocol
  tools: Tool[]
  prompt: string
}

/**
 * System message with the tools, what the memory recalls, the question with its files. Imported prompts may have places
 * of their own for these (`{tools}`, `{tool_names}`, `{chat_history}`, `{input}`); what stands in a place is not told twice.
 */
async function composeTextPrompt(
  context: StepContext,
  { protocol, tools, prompt }: TextPrompt,
): Promise<ModelMessage[]> {
  const recalled = await recallMessages(context, findComponent(context, 'memory', 'memory'))
  const described = describeTools(tools)
  const names = tools.map(({ name }) => name).join(', ')
  const filled = fillPlaces(prompt, {
    tools: described,
    tool_names: names,
    chat_history: asTalk(recalled),
    input: context.input,
    agent_scratchpad: '',
  }).trim()
  const told = prompt.includes('{tools}')
    ? filled
    : `${filled}\n\n${protocol.instructions({ described, names })}`
  const history = prompt.includes('{chat_history}') ? [] : recalled
  const { files } = context.run
  if (prompt.includes('{input}')) return [...history, toUserMessage(told, files)]
  return [{ role: 'system', content: told }, ...history, toUserMessage(context.input, files)]
}
