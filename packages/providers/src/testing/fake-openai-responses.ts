import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FakeAnswer, FakeChatBody, FakeRefusal } from './fake-openai-reply.ts'
import {
  type Item,
  makeThought,
  refuseThoughts,
  refuseWishes,
  thoughtEvents,
} from './fake-openai-thoughts.ts'
import { wordsOf } from './words-of.ts'

/** The Responses API of a fake OpenAI, which knows what it said before. */
export interface FakeResponses {
  /** What is wrong with a call, in the vendor's words. */
  refuse(body: FakeChatBody): FakeRefusal | undefined
  write(response: ServerResponse, answer: FakeAnswer, body: FakeChatBody): Promise<void>
  /** A file in a container; undefined for one that is not there. */
  readFile(path: string): { bytes: Uint8Array; mediaType: string } | undefined
}

const TOOLS = ['function', 'web_search_preview', 'web_search', 'code_interpreter', 'image_generation']

/** Makes one, with the files that its code is said to have written: `container/file` → text. */
export function createFakeResponses(files: Readonly<Record<string, string>> = {}): FakeResponses {
  const said = new Set<string>()
  const ledBy = new Map<string, string>()
  let count = 0
  return {
    refuse(body) {
      const { input, tools = [] } = body
      const items = Array.isArray(input) ? (input as Item[]) : []
      if (items.length === 0) return { status: 400, message: 'Missing required parameter: input.' }
      const odd = tools.find(({ type }) => !TOOLS.includes(type))
      if (odd) return { status: 400, message: `Invalid value: '${odd.type}' in tools.` }
      const told = refuseWishes(body) ?? refuseThoughts(items, { ledBy, kept: said })
      return told ?? refuseItems(items, said)
    },
    async write(response, answer, body) {
      if (answer.delayMs) await wait(answer.delayMs)
      count += 1
      const output = makeOutput(answer, count, body)
      if (body.store !== false) remember(output, said)
      const [first, next] = output
      if (first?.type === 'reasoning' && next?.call_id) ledBy.set(next.call_id, String(first.id))
      const whole = makeResponse(output, answer, body)
      if (body.stream) return writeEvents(response, { output, whole, answer })
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(whole))
    },
    readFile(path) {
      const [, container, file] = /\/containers\/([^/]+)\/files\/([^/]+)\/content$/.exec(path) ?? []
      const text = files[`${container}/${file}`]
      return text === undefined ? undefined : { bytes: Buffer.from(text), mediaType: 'text/csv' }
    },
  }
}

function remember(output: Item[], said: Set<string>): void {
  for (const { id } of output) if (id) said.add(id)
}

/** What is wrong with the items of a call: unknown ones, and calls that do not stand with what came of them. */
function refuseItems(items: Item[], said: ReadonlySet<string>): FakeRefusal | undefined {
  const unknown = items.find(({ type, id }) => type === 'item_reference' && !said.has(String(id)))
  if (unknown) return { status: 404, message: `Item with id '${unknown.id}' not found.` }
  const idsOf = (kind: string) =>
    items.flatMap(({ type, call_id: id }) => (type === kind && id !== undefined ? [id] : []))
  const calls = idsOf('function_call')
  const outputs = idsOf('function_call_output')
  const stray = outputs.find((id) => !calls.includes(id))
  if (stray !== undefined) {
    return { status: 400, message: `No tool call found for function call output with call_id ${stray}.` }
  }
  const open = calls.find((id) => !outputs.includes(id))
  return open === undefined
    ? undefined
    : { status: 400, message: `No tool output found for function call ${open}.` }
}

function makeOutput(answer: FakeAnswer, count: number, body: FakeChatBody): Item[] {
  const { items = [], text, annotations = [], toolCalls = [], reasoning } = answer
  const own = items.map((item, index) => ({ id: `item_${count}_${index}`, status: 'completed', ...item }))
  const content = [{ type: 'output_text', text, annotations, logprobs: [] }]
  const message = { id: `msg_${count}`, type: 'message', role: 'assistant', status: 'completed', content }
  const calls = toolCalls.map(({ id, name, input }, index) => ({
    id: `fc_${count}_${index}`,
    type: 'function_call',
    call_id: id ?? `call_${count}_${index}`,
    name,
    arguments: typeof input === 'string' ? input : JSON.stringify(input),
    status: 'completed',
  }))
  const rest: Item[] = [...own, ...(text === undefined ? [] : [message]), ...calls]
  const thought = makeThought(reasoning, { id: `rs_${count}`, next: rest[0], body })
  return thought ? [thought, ...rest] : rest
}

function makeResponse(
  output: Item[],
  { usage, text, reasoning: thought }: FakeAnswer,
  { model, input }: FakeChatBody,
) {
  const given = usage?.prompt ?? (Array.isArray(input) ? input.length : 0)
  const made = usage?.completion ?? text?.split(' ').length ?? 1
  return {
    id: 'resp_fake',
    object: 'response',
    created_at: 1_767_355_200,
    status: 'completed',
    model: model ?? 'fake',
    error: null,
    incomplete_details: null,
    output,
    usage: {
      input_tokens: given,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: made,
      output_tokens_details: { reasoning_tokens: wordsOf(thought).length },
      total_tokens: given + made,
    },
  }
}

interface Written {
  output: Item[]
  whole: ReturnType<typeof makeResponse>
  answer: FakeAnswer
}

async function writeEvents(response: ServerResponse, { output, whole, answer }: Written): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const events: object[] = output.flatMap((item, index) => eventsOf(item, { index, answer }))
  const { output: _output, usage: _usage, ...begun } = whole
  const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
  send({ type: 'response.created', response: { ...begun, status: 'in_progress' } })
  for (const [index, event] of events.entries()) {
    if (index === answer.cutAfter) return void response.destroy()
    if (index === answer.errorAfter) {
      const error = { type: 'server_error', code: 'server_error', message: 'The server had an error' }
      send({ type: 'error', sequence_number: index, error })
      return void response.end()
    }
    send(event)
  }
  send({ type: 'response.completed', response: whole })
  response.end()
}

function eventsOf(item: Item, { index, answer }: { index: number; answer: FakeAnswer }): object[] {
  const at = { output_index: index }
  const { annotations = [] } = answer
  if (item.type === 'reasoning') return thoughtEvents(item, at)
  const begun = item.type === 'message' ? { ...item, content: [], status: 'in_progress' } : item
  const inside = { ...at, item_id: item.id, content_index: 0 }
  const text = item.type === 'message' ? (answer.pieces ?? wordsOf(answer.text)) : []
  const noted = item.type === 'message' ? annotations : []
  return [
    { type: 'response.output_item.added', ...at, item: begun },
    ...(item.type === 'code_interpreter_call' ? codeEvents(item, at) : []),
    ...text.map((delta) => ({ type: 'response.output_text.delta', ...inside, delta })),
    ...noted.map((annotation, n) => ({
      type: 'response.output_text.annotation.added',
      ...inside,
      annotation_index: n,
      annotation,
    })),
    { type: 'response.output_item.done', ...at, item },
  ]
}

function codeEvents({ id, code }: Item, at: object): object[] {
  const name = 'response.code_interpreter_call_code'
  return [
    { type: `${name}.delta`, ...at, item_id: id, delta: code },
    { type: `${name}.done`, ...at, item_id: id, code },
  ]
}
