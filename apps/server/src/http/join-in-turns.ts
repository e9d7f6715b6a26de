import { setImmediate as nextTurn } from 'node:timers/promises'

/** Bytes that are copied in one turn: some milliseconds of a slow machine. */
const AT_ONCE = 2 * 2 ** 20

/** The pieces as one, as `Buffer.concat` gives them, in turns: 50 MB at once hold the thread for a tenth of a second. */
export async function joinInTurns(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  let copied = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    copied += piece.length
    if (copied < AT_ONCE) continue
    copied = 0
    await nextTurn()
  }
  return whole
}
