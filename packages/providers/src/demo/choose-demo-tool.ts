import type { JsonObject } from '@runnel/contract'
import type { ToolDescription } from '@runnel/node-kit'
import { fillSchema } from './fill-schema.ts'
import { findArithmetic } from './find-arithmetic.ts'

const COMPUTES = /calculat|arithmetic|math/i
const TELLS_TIME = /date|time|clock/i
const ASKS_TIME =
  /\b(what|which|tell|give|current|today'?s)\b.*\b(time|date|day|year|month|weekday)\b|\bwhat day\b|\btoday\b/i

/** A request for a tool is short; what is longer is read no further. */
const LONGEST_REQUEST = 500

/** A tool and what to give it. */
export interface DemoToolChoice {
  name: string
  input: JsonObject
}

/** A sum goes to a tool that computes, a question for the time to one that tells it; all else to none. */
export function chooseDemoTool(question: string, tools: ToolDescription[]): DemoToolChoice | undefined {
  const beginning = question.slice(0, LONGEST_REQUEST)
  const expression = findArithmetic(beginning)
  const computing = expression === undefined ? undefined : tools.find((tool) => isAbout(tool, COMPUTES))
  if (computing && expression !== undefined) {
    return { name: computing.name, input: fillSchema(computing.inputSchema, expression) }
  }
  const telling = ASKS_TIME.test(beginning) ? tools.find((tool) => isAbout(tool, TELLS_TIME)) : undefined
  return telling && { name: telling.name, input: {} }
}

function isAbout({ name, description }: ToolDescription, topic: RegExp): boolean {
  return topic.test(name) || topic.test(description)
}
