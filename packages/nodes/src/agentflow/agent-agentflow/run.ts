import { isJsonObject, type JsonObject, RunnelError } from '@runnel/contract'
import {
  asShown,
  type Component,
  describeLoop,
  describeUsage,
  type ModelMessage,
  type RunNode,
  readNumber,
  readRows,
  readText,
  runToolLoop,
  type StepContext,
  type Tool,
} from '@runnel/node-kit'
import { addToHistory, composeMessages } from '../compose-messages.ts'
import { nameTheNode } from '../name-the-node.ts'
import { askForStructure, readStructure, type Structure } from '../structured-output.ts'
import { describeTools, listAgentTools, listVendorTools } from './list-agent-tools.ts'

const DEFAULT_MAX_ITERATIONS = 50

/** Asks the model, calls the tools it asks for, and asks again until it answers (`engine.md` 3.10). */
export const runAgent: RunNode = async (context) => {
  try {
    const model = getSelectedModel(context)
    const tools = await listAgentTools(context)
    const messages = await composeMessages(context, { model, prefix: 'agent' })
    const answered = await answer(context, { model, tools, messages })
    const output = { ...answered, ...(tools.length > 0 && { availableTools: describeTools(tools) }) }
    return {
      input: { messages: asShown(messages) },
      output,
      history: addToHistory(context, 'agent', readText(output, 'content')),
    }
  } catch (error) {
    if (context.signal.aborted) throw error
    throw nameTheNode('Agent', error)
  }
}

function getSelectedModel(context: StepContext): Component {
  const selected = context.selected('agentModel')
  if (selected) return selected
  throw new RunnelError('missing_component', `${context.node.label} has no model. Choose one in the node.`)
}

interface Work {
  model: Component
  tools: Tool[]
  messages: ModelMessage[]
}

async function answer(context: StepContext, work: Work): Promise<JsonObject> {
  const { model } = work
  const structure = readStructure(readRows(context.values, 'agentStructuredOutput'))
  const result = await runToolLoop(context, {
    ...work,
    vendorTools: listVendorTools(context, model.type),
    maxIterations: readNumber(context.values, 'agentMaxIterations') ?? DEFAULT_MAX_ITERATIONS,
    show: structure === undefined,
  })
  const output = describeLoop(result)
  return structure ? giveStructure(context, { model, structure, output }) : output
}

/** One more call puts the final text into the fields that the author wants. */
async function giveStructure(
  context: StepContext,
  { model, structure, output }: { model: Component; structure: Structure; output: JsonObject },
): Promise<JsonObject> {
  const messages: ModelMessage[] = [
    {
      role: 'system',
      content: 'Put what the user gives you into the fields that are asked for. Add nothing of your own.',
    },
    { role: 'user', content: readText(output, 'content') },
  ]
  const { reply, answer: fields } = await askForStructure(context, { model, messages, structure })
  const content = typeof fields.content === 'string' ? fields.content : JSON.stringify(fields, null, 2)
  if (context.isLast) context.emitText(content)
  const usageMetadata = addUsage(output.usageMetadata, describeUsage(reply.usage))
  return { ...output, content, usageMetadata, ...fields }
}

function addUsage(earlier: JsonObject[string] | undefined, later: JsonObject): JsonObject {
  const sum: JsonObject = isJsonObject(earlier) ? { ...earlier } : {}
  for (const name of Object.keys(later))
    sum[name] = (readNumber(sum, name) ?? 0) + (readNumber(later, name) ?? 0)
  return sum
}
