import type { ModelMessage } from '@runnel/node-kit'
import { saidIn } from './words.ts'

/** How the Demo model begins when it has nothing to answer from. */
export const DEMO_NOTE =
  'I am the Demo model, not an AI: I quote what I was given, send sums to a calculator and questions for the time to a date tool.'

const LABEL = /^\s*(?:question|user|human)\s*:/i

/** What is asked, and the texts that an answer may come from, nearest first. */
export interface DemoQuestion {
  question: string
  context: string[]
}

/**
 * The question is the last user message of a person; named ones are answers of other nodes. Of a filled prompt it is
 * what follows `Question:`, else the last paragraph, and what stands before it is context. All other messages are
 * context too, except JSON and what the Demo model said of itself.
 */
export function readQuestion(messages: ModelMessage[]): DemoQuestion {
  const asked = placeOfAsked(messages)
  const { question, before } = splitPrompt(lastAsked(messages))
  const others = messages
    .filter(
      ({ role }, index) => index !== asked && (role === 'system' || role === 'user' || role === 'assistant'),
    )
    .map(saidIn)
    .filter((text) => !text.startsWith(DEMO_NOTE) && !text.startsWith('{') && !text.startsWith('['))
  return { question, context: [before, ...others.reverse()].filter((text) => text.trim() !== '') }
}

/** The last user message of a person, whole. */
export function lastAsked(messages: ModelMessage[]): string {
  const last = messages[placeOfAsked(messages)]
  return last ? saidIn(last).trim() : ''
}

const placeOfAsked = (messages: ModelMessage[]): number =>
  messages.findLastIndex((message) => message.role === 'user' && message.name === undefined)

function splitPrompt(whole: string): { question: string; before: string } {
  const lines = whole.split('\n')
  const at = lines.findLastIndex((line) => LABEL.test(line))
  const labelled = lines[at]?.replace(LABEL, '').trim() ?? ''
  if (labelled !== '') return { question: labelled, before: lines.slice(0, at).join('\n') }
  const cut = whole.lastIndexOf('\n\n')
  if (cut < 0) return { question: whole, before: '' }
  return { question: whole.slice(cut).trim(), before: whole.slice(0, cut) }
}
