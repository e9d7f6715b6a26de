import type { JsonValue, UsedTool } from '@runnel/contract'
import { type RunNode, readNumber, readText } from '@runnel/node-kit'
import { composeConversation } from '../conversation-messages.ts'
import { getModel, listTools } from '../wired-components.ts'
import { DEFAULT_SYSTEM_MESSAGE } from './default-system-message.ts'
import { runToolLoop } from './tool-loop.ts'

const DEFAULT_MAX_ITERATIONS = 15

/** Asks the model, calls the tools it asks for, and asks again until it answers. */
export const runToolAgent: RunNode = async (context) => {
  const systemMessage = readText(context.values, 'systemMessage') || DEFAULT_SYSTEM_MESSAGE
  const result = await runToolLoop(context, {
    model: getModel(context),
    tools: listTools(context),
    messages: composeConversation(context, systemMessage),
    maxIterations: readNumber(context.values, 'maxIterations') ?? DEFAULT_MAX_ITERATIONS,
  })
  const { content, usedTools, sourceDocuments, artifacts } = result
  return {
    input: { question: context.input },
    output: {
      content,
      timeMetadata: { ...result.time },
      usageMetadata: result.usage,
      ...listWhenAny('usedTools', usedTools.map(asJson)),
      ...listWhenAny('sourceDocuments', sourceDocuments),
      ...listWhenAny('artifacts', artifacts),
    },
  }
}

function asJson(used: UsedTool): JsonValue {
  return {
    tool: used.tool,
    toolInput: used.toolInput,
    toolOutput: used.toolOutput,
    ...(used.sourceDocuments === undefined ? {} : { sourceDocuments: used.sourceDocuments }),
    ...(used.error === undefined ? {} : { error: used.error }),
  }
}

function listWhenAny(name: string, list: JsonValue[]) {
  return list.length === 0 ? {} : { [name]: list }
}
