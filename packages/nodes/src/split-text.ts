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
  const spans = cut(text, { start: 0, end: text.length }, { rules, level: 0 })
  return join(spans, rules).flatMap((span) => trim(text, span))
}

function cut(text: string, span: Span, { rules, level }: { rules: SplitRules; level: number }): Span[] {
  if (span.end - span.start <= rules.size) return [span]
  const at = findSeparator(text, span, { separators: rules.separators, level })
  if (at === undefined) return cutHard(text, span, rules.size)
  return partsOf(text, span, at.separator).flatMap((part) => cut(text, part, { rules, level: at.level + 1 }))
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
function partsOf(text: string, { start, end }: Span, separator: string): Span[] {
  const whole = text.slice(start, end)
  const skipped = separator.trim() === '' ? separator.length : 0
  const parts: Span[] = []
  let from = 0
  for (let at = whole.indexOf(separator); at >= 0; ) {
    if (at > from) parts.push({ start: start + from, end: start + at })
    from = at + skipped
    at = whole.indexOf(separator, at + separator.length)
  }
  if (end > start + from) parts.push({ start: start + from, end })
  return parts
}

/** Cuts at the size alone, never inside a character of two units. */
function cutHard(text: string, { start, end }: Span, size: number): Span[] {
  const parts: Span[] = []
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + size)
    if (to < end && to - from > 1 && isHighHalf(text.charCodeAt(to - 1))) to -= 1
    parts.push({ start: from, end: to })
    from = to
  }
  return parts
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function join(spans: Span[], { size, overlap }: SplitRules): Span[] {
  const joined: Span[] = []
  let window: Span[] = []
  for (const span of spans) {
    const first = window[0]
    if (first && span.end - first.start > size) {
      joined.push(whole(window))
      window = keepTail(window, span, { size, overlap })
    }
    window.push(span)
  }
  if (window.length > 0) joined.push(whole(window))
  return joined
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

function trim(text: string, { start, end }: Span): TextPiece[] {
  const slice = text.slice(start, end)
  const piece = slice.trim()
  return piece === '' ? [] : [{ text: piece, start: start + slice.indexOf(piece) }]
}
