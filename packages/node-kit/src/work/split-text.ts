import { gather } from '../take-turns.ts'

/** Blanks that are passed over in one step. */
const BLANKS_AT_ONCE = 1000

/** How a text is cut; sizes are characters (UTF-16 units), separators from coarse to fine. */
export interface SplitRules {
  size: number
  overlap: number
  separators: readonly string[]
}

/** A piece of a text and where it began. */
export interface TextPiece {
  text: string
  start: number
}

interface Span {
  start: number
  end: number
}

/**
 * Cuts a text at the coarsest separator that it holds, cuts what is still too long at finer ones, and joins neighbours
 * while they fit; each piece begins with the last parts of the one before, as far as they fit into the overlap. Pieces
 * are slices of the text without blanks at their ends. Time grows with the length of the text.
 */
export function splitText(text: string, rules: SplitRules): TextPiece[] {
  return gather(eachPiece(text, rules))
}

/** The same, a piece after the other as they are asked for; undefined is a step without one. */
export function* eachPiece(text: string, rules: SplitRules): Generator<TextPiece | undefined> {
  const spans = cut(text, { start: 0, end: text.length }, { rules, level: 0 })
  for (const span of join(spans, rules)) yield span && trim(text, span)
}

function* cut(
  text: string,
  span: Span,
  { rules, level }: { rules: SplitRules; level: number },
): Generator<Span | undefined> {
  if (span.end - span.start <= rules.size) {
    yield span
    return
  }
  const at = findSeparator(text, span, { separators: rules.separators, level })
  if (at === undefined) yield* cutHard(text, span, rules.size)
  else {
    for (const part of partsOf(text, span, at.separator)) {
      if (part === undefined || part.end - part.start <= rules.size) yield part
      else yield* cut(text, part, { rules, level: at.level + 1 })
    }
  }
}

function findSeparator(
  text: string,
  { start, end }: Span,
  { separators, level }: { separators: readonly string[]; level: number },
): { separator: string; level: number } | undefined {
  // A piece of its own, so that a separator that is not there is not looked for in all that follows.
  const part = text.slice(start, end)
  for (let next = level; next < separators.length; next += 1) {
    const separator = separators[next] ?? ''
    if (separator === '') return undefined
    if (part.includes(separator)) return { separator, level: next }
  }
  return undefined
}

/** Parts with the separator at the beginning of each but the first; one of blanks is left out, as pieces lose it anyway. */
function* partsOf(text: string, { start, end }: Span, separator: string): Generator<Span | undefined> {
  const whole = text.slice(start, end)
  const skipped = separator.trim() === '' ? separator.length : 0
  let from = 0
  let blanks = 0
  for (let at = whole.indexOf(separator); at >= 0; ) {
    if (at > from) yield { start: start + from, end: start + at }
    else if (++blanks % BLANKS_AT_ONCE === 0) yield undefined
    from = at + skipped
    at = whole.indexOf(separator, at + separator.length)
  }
  if (end > start + from) yield { start: start + from, end }
}

/** Cuts at the size alone, never inside a character of two units. */
function* cutHard(text: string, { start, end }: Span, size: number): Generator<Span> {
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + size)
    if (to < end && to - from > 1 && isHighHalf(text.charCodeAt(to - 1))) to -= 1
    yield { start: from, end: to }
    from = to
  }
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function* join(
  spans: Iterable<Span | undefined>,
  { size, overlap }: SplitRules,
): Generator<Span | undefined> {
  let window: Span[] = []
  for (const span of spans) {
    if (span === undefined) {
      yield undefined
      continue
    }
    const first = window[0]
    if (first && span.end - first.start > size) {
      yield whole(window)
      window = keepTail(window, span, { size, overlap })
    }
    window.push(span)
  }
  if (window.length > 0) yield whole(window)
}

function whole(window: Span[]): Span {
  return { start: window[0]?.start ?? 0, end: window.at(-1)?.end ?? 0 }
}

/** The last parts that fit into the overlap, and beside what comes. */
function keepTail(window: Span[], next: Span, { size, overlap }: { size: number; overlap: number }): Span[] {
  const end = window.at(-1)?.end ?? 0
  const from = window.findIndex(({ start }) => end - start <= overlap && next.end - start <= size)
  return from < 0 ? [] : window.slice(from)
}

function trim(text: string, { start, end }: Span): TextPiece | undefined {
  const slice = text.slice(start, end)
  const piece = slice.trim()
  return piece === '' ? undefined : { text: piece, start: start + slice.indexOf(piece) }
}
