import { StringDecoder } from 'node:string_decoder'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RunnelError } from '@runnel/contract'
import { joinInTurns } from './join-in-turns.ts'
import type { LongText } from './json-intake.ts'

/** Bytes of a text that are read in one turn. */
export const SLICE = 512 * 1024

/** Whether an escape begins there: behind an even number of backslashes. */
function beginsEscape(slice: Buffer, at: number): boolean {
  let before = at
  while (slice[before] === BACKSLASH) before -= 1
  return (at - before) % 2 === 1
}

/** Bytes of an escape, from its backslash. */
const lengthOfEscape = (slice: Buffer, at: number) => (slice[at + 1] === LETTER_U ? 6 : 2)

/** Bytes at the end of a slice that are the beginning of an escape: they belong to the next slice. */
function unfinishedEnd(slice: Buffer): number {
  for (let back = 1; back < 6 && back <= slice.length; back += 1) {
    const at = slice.length - back
    if (beginsEscape(slice, at)) return lengthOfEscape(slice, at) > back ? back : 0
  }
  return 0
}

const BACKSLASH = 0x5c
const LETTER_U = 0x75

/** What a long text says, read slice by slice, so that nobody waits for the whole of it. */
export async function readLongText({ pieces, isEscaped }: LongText): Promise<string> {
  const bytes = await joinInTurns(pieces)
  const decoder = new StringDecoder('utf8')
  let text = ''
  let end = 0
  for (let at = 0; at < bytes.length; at = end) {
    await nextTurn()
    end = Math.min(at + SLICE, bytes.length)
    if (end < bytes.length) end -= unfinishedEnd(bytes.subarray(at, end))
    const part = decoder.write(bytes.subarray(at, end))
    text += isEscaped ? readEscapes(part) : part
  }
  return text + decoder.end()
}

function readEscapes(part: string): string {
  try {
    return JSON.parse(`"${part}"`)
  } catch (cause) {
    throw new RunnelError('invalid_json', 'A text of the request body is not valid JSON.', { cause })
  }
}
