import { streamFrames } from './stream-frames.ts'
import { wholeAnswer } from './whole-answer.ts'

/** What the product takes of a chat model's answer (8 MB), less some bytes. */
const BYTES = 8 * 2 ** 20 - 1_000
const WORDS = 'What step seven says is written below. '
const WORDS_IN_TOKEN = 14

let whole: string | undefined
let streamed: string | undefined

/** Body of an answer that only just is not refused for its size. */
export function largeAnswer(model: string): string {
  whole ??= wholeAnswer(model, fill(BYTES - wholeAnswer(model, '').length))
  return whole
}

/** As many bytes as a stream; three quarters of them are text. */
export function largeStream(model: string): string {
  if (streamed !== undefined) return streamed
  const { first, token, last } = streamFrames(model)
  const frame = token(WORDS.repeat(WORDS_IN_TOKEN))
  streamed = `${first}${frame.repeat(Math.floor((BYTES - first.length - last.length) / frame.length))}${last}`
  return streamed
}

function fill(length: number): string {
  return WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length)
}
