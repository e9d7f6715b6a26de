import type { HistoryMessage } from '@runnel/contract'
import { readSwitch, readText, type StepContext, toAskedMessage } from '@runnel/node-kit'
import { readOwnMessages } from './compose-messages.ts'

/**
 * What a step that asked a model adds to the history of the run: what was asked, when it was the first to ask, and the
 * answer in the role of `…ReturnResponseAs`.
 */
export function addToHistory(context: StepContext, prefix: string, answer: string): HistoryMessage[] {
  const { values, node } = context
  const asAssistant = readText(values, `${prefix}ReturnResponseAs`) === 'assistantMessage'
  const role = asAssistant ? 'assistant' : 'user'
  return [...askedMessages(context, prefix), { role, content: answer, name: speakerName(node) }]
}

/** What the first model of the run was asked: the question, or without memory the author's own user messages. */
function askedMessages(context: StepContext, prefix: string): HistoryMessage[] {
  const { values, input, runHistory, run } = context
  if (runHistory.length > 0 || (input === '' && !run.files?.length)) return []
  const own = readSwitch(values, `${prefix}EnableMemory`, true)
    ? []
    : readOwnMessages(context, prefix).filter(({ role }) => role === 'user')
  const contents = own.length === 0 ? [input] : own.map(({ content }) => content)
  return contents.map((content, index) =>
    toAskedMessage(content, index === contents.length - 1 ? run.files : undefined),
  )
}

/** The label of a node as the name of a speaker. */
export function speakerName({ id, label }: StepContext['node']): string {
  return label.trim().toLowerCase().replace(/\s/g, '_') || id
}
