import type { JsonValue } from '@runnel/contract'
import { WAKE_MESSAGE } from './run-bus.ts'

/** PostgreSQL refuses payloads from 8,000 bytes on. */
const LARGEST_PAYLOAD_BYTES = 7500

/** One message on its way: the topic and the message. */
export type Letter = [topic: string, message: JsonValue]

/** What one NOTIFY carries. `from` names the sending process, `n` makes each payload different. */
export interface Envelope {
  from: string
  n: number
  letters: Letter[]
  /** Set when the receiver may have missed messages of the sender before these. */
  gap?: boolean
  /** What the sender says of itself: it has come and asks who is there, it is there, it goes. */
  presence?: 'ask' | 'here' | 'bye'
}

function sizeOf(letter: Letter): number {
  return Buffer.byteLength(JSON.stringify(letter)) + 1
}

function fitting(letter: Letter, room: number): Letter {
  return sizeOf(letter) <= room ? letter : [letter[0], WAKE_MESSAGE]
}

/** Who sends, and what goes in front of the letters. */
export interface Sender {
  from: string
  next(): number
  gap: boolean
  presence?: Envelope['presence']
}

/** Packs letters, in order, into as few payloads as fit; one that is too large by itself becomes a wake. */
export function packLetters(letters: Letter[], sender: Sender): string[] {
  const payloads: string[] = []
  let open: Envelope | undefined
  let room = 0
  const seal = () => {
    if (open !== undefined) payloads.push(JSON.stringify(open))
  }
  for (const given of letters) {
    const letter = fitting(given, LARGEST_PAYLOAD_BYTES - 200)
    const size = sizeOf(letter)
    if (open === undefined || size > room) {
      seal()
      open = { from: sender.from, n: sender.next(), letters: [] }
      room = LARGEST_PAYLOAD_BYTES - 200
    }
    open.letters.push(letter)
    room -= size
  }
  seal()
  const { gap, presence } = sender
  if (gap || presence)
    payloads.unshift(JSON.stringify({ from: sender.from, n: sender.next(), letters: [], gap, presence }))
  return payloads
}

/** Reads a payload; undefined for what is none of ours. */
export function findEnvelope(payload: string): Envelope | undefined {
  try {
    const envelope: unknown = JSON.parse(payload)
    if (typeof envelope !== 'object' || envelope === null) return undefined
    if (!('from' in envelope) || !('letters' in envelope) || !Array.isArray(envelope.letters))
      return undefined
    // The channel is ours alone, and the parts that are used were just checked.
    return envelope as Envelope
  } catch {
    return undefined
  }
}
