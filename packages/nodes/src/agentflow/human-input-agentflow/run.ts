import { type Answer, type HistoryMessage, type JsonObject, RunnelError } from '@runnel/contract'
import {
  type ModelMessage,
  type RunNode,
  readSwitch,
  readText,
  type StepContext,
  textOf,
  toModelMessages,
} from '@runnel/node-kit'
import { nameTheNode } from '../name-the-node.ts'
import { DEFAULT_PROMPT } from './default-prompt.ts'

/** Asks a person; the first branch is taken when they proceed, the second when they reject (`engine.md` 3.8). */
export const runHumanInput: RunNode = async (context) => {
  const conversation = [...context.run.pastHistory, ...context.runHistory]
  const description = await describeQuestion(context, conversation)
  const input = {
    messages: conversation.map(describeMessage),
    humanInputEnableFeedback: takesFeedback(context),
  }
  const answer = await context.ask({
    action: describeAction(context, { ...input, description }),
    shown: { content: description },
  })
  const feedback = takesFeedback(context) ? (answer.feedback ?? '') : ''
  return {
    input,
    output: { content: feedback === '' ? answer.type : feedback, conditions: describeBranches(answer) },
    conditions: describeBranches(answer),
    ...(feedback === '' ? {} : { history: [{ role: 'user', content: feedback }] }),
  }
}

function takesFeedback({ values }: StepContext): boolean {
  return readSwitch(values, 'humanInputEnableFeedback', true)
}

async function describeQuestion(context: StepContext, conversation: HistoryMessage[]): Promise<string> {
  if (readText(context.values, 'humanInputDescriptionType', 'fixed') === 'dynamic')
    return writeDescription(context, conversation)
  const last = context.runHistory.at(-1)?.content ?? ''
  const own = readText(context.values, 'humanInputDescription')
  return [last, own].filter((text) => text !== '').join('\n\n')
}

async function writeDescription(context: StepContext, conversation: HistoryMessage[]): Promise<string> {
  const model = context.selected('humanInputModel')
  if (!model)
    throw new RunnelError('missing_component', `${context.node.label} has no model. Choose one in the node.`)
  const prompt = readText(context.values, 'humanInputModelPrompt') || DEFAULT_PROMPT
  const messages: ModelMessage[] = [...toModelMessages(conversation), { role: 'user', content: prompt }]
  try {
    return textOf((await context.model(model, { messages }, { show: true })).parts)
  } catch (error) {
    if (context.signal.aborted) throw error
    throw nameTheNode('Human Input', error)
  }
}

function describeAction({ node, run, hash, now }: StepContext, input: JsonObject): JsonObject {
  return {
    id: hash({ messageId: run.messageId, nodeId: node.id, at: now() }),
    mapping: { approve: 'Proceed', reject: 'Reject' },
    elements: [
      { type: 'agentflowv2-approve-button', label: 'Proceed' },
      { type: 'agentflowv2-reject-button', label: 'Reject' },
    ],
    data: { nodeId: node.id, nodeLabel: node.label, input },
  }
}

function describeBranches({ type }: Answer) {
  return [
    { label: 'Proceed', isFulfilled: type === 'proceed' },
    { label: 'Reject', isFulfilled: type === 'reject' },
  ]
}

function describeMessage({ role, content, name }: HistoryMessage): JsonObject {
  return { role, content, ...(name === undefined ? {} : { name }) }
}
