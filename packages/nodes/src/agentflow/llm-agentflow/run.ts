import { type JsonObject, RunnelError } from '@runnel/contract'
import {
  asShown,
  type Component,
  describeReply,
  keepMadeFiles,
  type ModelMessage,
  type RunNode,
  readRows,
  readText,
  type StepContext,
  textOf,
} from '@runnel/node-kit'
import { addToHistory, composeMessages } from '../compose-messages.ts'
import { nameTheNode } from '../name-the-node.ts'
import { askForStructure, readStructure } from '../structured-output.ts'

/** Asks the model once (more often when a summary is wanted) and hands on its answer (`engine.md` 3.10). */
export const runLlm: RunNode = async (context) => {
  try {
    const model = getSelectedModel(context)
    const messages = await composeMessages(context, { model, prefix: 'llm' })
    const output = await ask(context, model, messages)
    return {
      input: { messages: asShown(messages) },
      output,
      history: addToHistory(context, 'llm', readText(output, 'content')),
    }
  } catch (error) {
    if (context.signal.aborted) throw error
    throw nameTheNode('LLM', error)
  }
}

function getSelectedModel(context: StepContext): Component {
  const selected = context.selected('llmModel')
  if (selected) return selected
  throw new RunnelError('missing_component', `${context.node.label} has no model. Choose one in the node.`)
}

async function ask(context: StepContext, model: Component, messages: ModelMessage[]): Promise<JsonObject> {
  const structure = readStructure(readRows(context.values, 'llmStructuredOutput'))
  if (!structure) {
    const reply = await context.model(model, { messages }, { show: true })
    const { artifacts, fileAnnotations } = await keepMadeFiles(context, reply.parts)
    return {
      ...describeReply(reply, textOf(reply.parts)),
      ...(artifacts.length > 0 && { artifacts }),
      ...(fileAnnotations.length > 0 && { fileAnnotations }),
    }
  }
  const { reply, answer } = await askForStructure(context, { model, messages, structure })
  const content = typeof answer.content === 'string' ? answer.content : JSON.stringify(answer, null, 2)
  if (context.isLast) context.emitText(content)
  return { ...describeReply(reply, content), ...answer }
}
