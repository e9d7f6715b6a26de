import { createHash } from 'node:crypto'
import type { FakeChatBody, FakeRefusal } from './fake-openai-reply.ts'
import { wordsOf } from './words-of.ts'

/** An entry of `input` or of `output` of `/responses`. */
export interface Item {
  id?: string
  type?: string
  role?: string
  call_id?: string
  [key: string]: unknown
}

/** What is sealed in a thought: its name, and the item that came after it. */
interface Seal {
  id: string
  next: string
}

interface Wishes {
  effort?: string
  summary?: string
}

/** Models before the first ones that reason; what a deployment is called says nothing. */
const DOES_NOT_REASON = /^(ft:)?gpt-[34]/
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh']
const SUMMARIES = ['auto', 'concise', 'detailed']
/** Models that reason take no sampling, and `/responses` knows no such params of chat completions. */
const UNTAKEN = ['temperature', 'top_p', 'stop', 'max_tokens', 'max_completion_tokens', 'messages', 'seed']

/** What is wrong with how a call asks for thoughts, in the vendor's words. */
export function refuseWishes(body: FakeChatBody): FakeRefusal | undefined {
  const wishes = body.reasoning as Wishes | undefined
  if (!wishes) return undefined
  const { effort, summary } = wishes
  if (DOES_NOT_REASON.test(body.model ?? '')) {
    return invalid("Unsupported parameter: 'reasoning.effort' is not supported with this model.")
  }
  if (effort !== undefined && !EFFORTS.includes(effort)) return invalid(`Invalid value: '${effort}'.`)
  if (summary !== undefined && !SUMMARIES.includes(summary)) return invalid(`Invalid value: '${summary}'.`)
  const untaken = UNTAKEN.find((name) => body[name] !== undefined)
  return untaken === undefined ? undefined : invalid(`Unsupported parameter: '${untaken}'.`)
}

/** The item of a thought that leads to `next`; undefined where the answer has none. */
export function makeThought(
  reasoning: string | undefined,
  { id, next, body }: { id: string; next: Item | undefined; body: FakeChatBody },
): Item | undefined {
  if (reasoning === undefined || !body.reasoning || !next) return undefined
  const { summary } = body.reasoning as Wishes
  const told = summary === undefined ? [] : reasoning.split('\n\n')
  const include = Array.isArray(body.include) ? body.include : []
  return {
    id,
    type: 'reasoning',
    summary: told.map((text) => ({ type: 'summary_text', text })),
    ...(include.includes('reasoning.encrypted_content') && {
      encrypted_content: seal({ id, next: nameOf(next) }),
    }),
  }
}

/** How a thought comes in a stream: before it is over its seal is another one, which does not count. */
export function thoughtEvents(item: Item, at: { output_index: number }): object[] {
  const { id, summary, encrypted_content: sealed } = item
  const name = 'response.reasoning_summary'
  const begun = { ...item, summary: [], ...(sealed === undefined ? {} : { encrypted_content: 'gAAAAbegun' }) }
  const parts = (summary as { text: string }[]).flatMap((part, index) => {
    const inside = { ...at, item_id: id, summary_index: index }
    return [
      { type: `${name}_part.added`, ...inside, part: { type: 'summary_text', text: '' } },
      ...wordsOf(part.text).map((delta) => ({ type: `${name}_text.delta`, ...inside, delta })),
      { type: `${name}_text.done`, ...inside, text: part.text },
      { type: `${name}_part.done`, ...inside, part },
    ]
  })
  return [
    { type: 'response.output_item.added', ...at, item: begun },
    ...parts,
    { type: 'response.output_item.done', ...at, item },
  ]
}

/**
 * Checks the thoughts that come back: as they were sealed, each before the item that it led to; and that no call comes back
 * without the thought that led to it. `ledBy` holds the thoughts by what they led to, `kept` the items that the vendor keeps.
 */
export function refuseThoughts(
  items: readonly Item[],
  { ledBy, kept }: { ledBy: ReadonlyMap<string, string>; kept: ReadonlySet<string> },
): FakeRefusal | undefined {
  for (const [index, item] of items.entries()) {
    const refusal = item.type === 'reasoning' ? refuseThought(item, items[index + 1], kept) : undefined
    if (refusal) return refusal
  }
  const present = new Set(items.filter(isThought).map(({ id }) => id))
  const alone = items.find((item) => item.type === 'function_call' && isAlone(item, { ledBy, present }))
  return alone && withoutThought(alone, ledBy)
}

const isThought = ({ type }: Item) => type === 'reasoning' || type === 'item_reference'

function isAlone(
  item: Item,
  { ledBy, present }: { ledBy: ReadonlyMap<string, string>; present: Set<unknown> },
): boolean {
  const thought = ledBy.get(nameOf(item))
  return thought !== undefined && !present.has(thought)
}

function withoutThought(item: Item, ledBy: ReadonlyMap<string, string>): FakeRefusal {
  const name = nameOf(item)
  return invalid(
    `Item '${name}' of type 'function_call' was provided without its required 'reasoning' item: '${ledBy.get(name)}'.`,
  )
}

function refuseThought(
  { id = '', encrypted_content: sealed }: Item,
  next: Item | undefined,
  kept: ReadonlySet<string>,
): FakeRefusal | undefined {
  if (typeof sealed !== 'string') {
    if (kept.has(id)) return undefined
    const message = `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`
    return { status: 404, message }
  }
  const opened = unseal(sealed)
  if (opened?.id !== id) return invalid(`The encrypted content for item ${id} could not be verified.`)
  if (next && nameOf(next) === opened.next) return undefined
  return invalid(`Item '${id}' of type 'reasoning' was provided without its required following item.`)
}

/** What an item is called from both sides: a call by its id, a message as one. */
const nameOf = ({ call_id: id, role }: Item): string => id ?? role ?? ''

const invalid = (message: string): FakeRefusal => ({ status: 400, message })

const sign = (content: string) => createHash('sha256').update(`sealed ${content}`).digest('base64url')

function seal(thought: Seal): string {
  const content = Buffer.from(JSON.stringify(thought)).toString('base64url')
  return `gAAAA${content}.${sign(content)}`
}

function unseal(sealed: string): Seal | undefined {
  const [content = '', signature] = sealed.replace(/^gAAAA/, '').split('.')
  if (signature !== sign(content)) return undefined
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as Seal
}
