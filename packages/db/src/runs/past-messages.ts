import {
  type HistoryMessage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ModelMessage,
  toModelMessages,
} from '@runnel/contract'

/** What a run sees of its session: the messages, oldest first, and the position of each. */
export interface PastMessages {
  messages: readonly HistoryMessage[]
  positions: readonly number[]
}

/** Messages of the session that stood at a place of a list: from one position to another, both included. */
type PastRange = [list: string, at: number, from: number, to: number]

/** The output of a step's record whose shown input lacks messages of the session; `pastMessages` says where. */
export type LeanOutput = JsonObject & { input: JsonObject; pastMessages: PastRange[] }

/** True for an output that names past messages: the engine's outputs have no key of that name. */
export function namesPast(output: JsonValue | undefined): output is LeanOutput {
  return isJsonObject(output) && Array.isArray(output.pastMessages)
}

/**
 * What a step gave, without the part of the session that its input shows: a prompt holds the conversation before it,
 * which is stored already. Lists that hold nothing of it stay.
 */
export function withoutPast(output: JsonValue, past: PastMessages): JsonValue {
  if (past.messages.length === 0 || !isJsonObject(output) || !isJsonObject(output.input)) return output
  const said = asModelSees(past)
  const ranges: PastRange[] = []
  const input = { ...output.input }
  for (const [list, items] of Object.entries(input)) {
    if (!Array.isArray(items)) continue
    const { at, count } = findEnd(items, said)
    const from = past.positions.at(-count)
    const to = past.positions.at(-1)
    if (count === 0 || from === undefined || to === undefined) continue
    ranges.push([list, at, from, to])
    input[list] = items.toSpliced(at, count)
  }
  return ranges.length === 0 ? output : { ...output, input, pastMessages: ranges }
}

/** The output as the step gave it; `read` gives the messages of the session between two positions. */
export function withPast(
  { pastMessages, ...output }: LeanOutput,
  read: (from: number, to: number) => HistoryMessage[],
): JsonObject {
  const input = { ...output.input }
  for (const [list, at, from, to] of pastMessages) {
    const items = input[list]
    const said = toModelMessages(read(from, to)) as unknown as JsonValue[]
    if (Array.isArray(items)) input[list] = items.toSpliced(at, 0, ...said)
  }
  return { ...output, input }
}

const seenByModel = new WeakMap<PastMessages, ModelMessage[]>()

/** Made once for all steps of a run. */
function asModelSees(past: PastMessages): ModelMessage[] {
  const known = seenByModel.get(past) ?? toModelMessages(past.messages)
  seenByModel.set(past, known)
  return known
}

/** Where a list holds the longest end of a conversation: a memory forgets the oldest messages first. */
function findEnd(items: readonly JsonValue[], said: readonly ModelMessage[]): { at: number; count: number } {
  let found = { at: 0, count: 0 }
  for (let end = items.length; end > found.count; end--) {
    let count = 0
    while (
      count < Math.min(end, said.length) &&
      isSaid(items[end - 1 - count], said[said.length - 1 - count])
    )
      count++
    if (count > found.count) found = { at: end - count, count }
  }
  return found
}

function isSaid(shown: JsonValue | undefined, said: ModelMessage | undefined): boolean {
  if (!isJsonObject(shown) || said === undefined) return false
  if (shown.role !== said.role || Object.keys(shown).length !== 2) return false
  const { content } = shown
  if (typeof content === 'string' || content === undefined) return content === said.content
  return JSON.stringify(content) === JSON.stringify(said.content)
}
