import type { Effects, State } from 'micromark-util-types'

/** Goes over the end of a line. */
export function takeLineEnd(effects: Effects, next: State): State {
  return (code) => {
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return next
  }
}
