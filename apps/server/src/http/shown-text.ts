/** What a piece of text means for a reader who cannot take anything back. */
export interface TextToSend {
  /** The text begins anew: what was sent before is void. */
  beginsAnew: boolean
  text: string
}

/**
 * The text that a reader has, and the text that is right. They part when a step begins again in another process: its
 * text comes again from the beginning. As long as it is the same, nothing is sent.
 */
export interface ShownText {
  /** Takes a piece of a step's text. */
  add(path: string, piece: string): TextToSend
  /** Takes note that a step begins again, and everything inside it. */
  restart(path: string): void
  /** What is still to be sent when nothing follows: a text that got shorter. */
  end(): TextToSend
}

const NOTHING: TextToSend = { beginsAnew: false, text: '' }

/** A reader who has nothing yet. */
export function createShownText(): ShownText {
  const texts = new Map<string, string>()
  let sent = ''
  /** How far the text that comes again is what was sent; undefined while nothing comes again. */
  let matched: number | undefined

  function beginAnew(): TextToSend {
    sent = [...texts.values()].join('')
    matched = undefined
    return { beginsAnew: true, text: sent }
  }

  function catchUp(piece: string, from: number): TextToSend {
    const rest = sent.slice(from)
    if (from > sent.length) return beginAnew()
    if (rest.startsWith(piece)) {
      matched = from + piece.length
      if (matched === sent.length) matched = undefined
      return NOTHING
    }
    if (!piece.startsWith(rest)) return beginAnew()
    const text = piece.slice(rest.length)
    sent += text
    matched = undefined
    return { beginsAnew: false, text }
  }

  return {
    add(path, piece) {
      texts.set(path, (texts.get(path) ?? '') + piece)
      if (matched !== undefined) return catchUp(piece, matched)
      sent += piece
      return { beginsAnew: false, text: piece }
    },
    restart(path) {
      const gone = [...texts.keys()].filter((known) => known === path || known.startsWith(`${path}/`))
      if (gone.length === 0) return
      for (const known of gone) texts.delete(known)
      const kept = [...texts.values()].join('')
      // Text behind the step that begins again cannot be kept: whatever comes next does not fit.
      matched = sent.startsWith(kept) ? kept.length : sent.length + 1
    },
    end: () => (matched === undefined ? NOTHING : beginAnew()),
  }
}
