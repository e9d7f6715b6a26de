import {
  errorMessage,
  type HistoryMessage,
  isRunnelError,
  type JsonObject,
  RunnelError,
} from '@runnel/contract'
import {
  asShown,
  type Component,
  describeReply,
  isModelError,
  ModelError,
  type ModelMessage,
  type RunNode,
  readRows,
  readSwitch,
  readText,
  type StepContext,
  textOf,
  toAskedMessage,
} from '@runnel/node-kit'
import { applyStateUpdates } from '../apply-state-updates.ts'
import { composeMessages, readOwnMessages } from './compose-messages.ts'
import { askForStructure, readStructure } from './structured-output.ts'

/** Asks the model once (more often when a summary is wanted) and hands on its answer (`engine.md` 3.10). */
export const runLlm: RunNode = async (context) => {
  try {
    const model = getSelectedModel(context)
    const messages = await composeMessages(context, model)
    const output = await ask(context, model, messages)
    return {
      input: { messages: asShown(messages) },
      output,
      ...applyStateUpdates(context, 'llmUpdateState', output),
      history: [...askedMessages(context), answerMessage(context, readText(output, 'content'))],
    }
  } catch (error) {
    if (context.signal.aborted) throw error
    throw nameTheNode(error)
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
    return describeReply(reply, textOf(reply.parts))
  }
  const { reply, answer } = await askForStructure(context, { model, messages, structure })
  const content = typeof answer.content === 'string' ? answer.content : JSON.stringify(answer, null, 2)
  if (context.isLast) context.emitText(content)
  return { ...describeReply(reply, content), ...answer }
}

/** What the first model of the run was asked: the question, or without memory the author's own user messages. */
function askedMessages(context: StepContext): HistoryMessage[] {
  const { values, input, runHistory, run } = context
  if (runHistory.length > 0 || (input === '' && !run.files?.length)) return []
  const own = readSwitch(values, 'llmEnableMemory', true)
    ? []
    : readOwnMessages(context).filter(({ role }) => role === 'user')
  const contents = own.length === 0 ? [input] : own.map(({ content }) => content)
  return contents.map((content, index) =>
    toAskedMessage(content, index === contents.length - 1 ? run.files : undefined),
  )
}

function answerMessage({ values, node }: StepContext, content: string): HistoryMessage {
  const asAssistant = readText(values, 'llmReturnResponseAs') === 'assistantMessage'
  const name = node.label.trim().toLowerCase().replace(/\s/g, '_') || node.id
  return { role: asAssistant ? 'assistant' : 'user', content, name }
}

/** Puts the node's name in front; keeps code and facts of the error, which the engine's back-off reads. */
function nameTheNode(error: unknown): RunnelError {
  const message = `Error in LLM node: ${errorMessage(error)}`
  if (isModelError(error)) {
    const { retryable, retryAfterMs, vendorStatus } = error
    return new ModelError(message, {
      retryable,
      cause: error,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(vendorStatus === undefined ? {} : { vendorStatus }),
    })
  }
  if (!isRunnelError(error)) return new RunnelError('step_failed', message, { cause: error })
  return new RunnelError(error.code, message, { cause: error, issues: error.issues, status: error.status })
}
