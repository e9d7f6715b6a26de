const MAX_PATTERN = 200
const MAX_STATES = 1_000
/** States times characters: above it a text is taken not to match, so that no rule can hold up its reader. */
const MAX_WORK = 1_000_000
const MARKS = /[.|^$+*?()[\]{}\\]/

/** One character: escaped (also `\d`, `\w`, `\s`), a class in brackets, any, or plain. */
const ATOM = /\\(?:[dDwWsSnrt]|[^A-Za-z0-9])|\[\^?(?:\\.|[^\]\\])*\]|[^\\^$*+?()[\]{}|]/y
const QUANTIFIER = /([*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y

/** A place in a pattern: what it takes or demands there, and where it leads. A place of neither is passed freely. */
interface State {
  takes?: RegExp
  holds?: (at: number, length: number) => boolean
  next: State[]
}
type Build = (next: State) => State

interface Reader {
  readonly pattern: string
  at: number
  states: number
}

function takeMark(reader: Reader, mark: string): boolean {
  const isThere = reader.pattern.charAt(reader.at) === mark
  if (isThere) reader.at += 1
  return isThere
}

function take(reader: Reader, token: RegExp): RegExpExecArray | undefined {
  token.lastIndex = reader.at
  const found = token.exec(reader.pattern) ?? undefined
  if (found) reader.at = token.lastIndex
  return found
}

function readAlternatives(reader: Reader): Build {
  const builds = [readSequence(reader)]
  while (takeMark(reader, '|')) builds.push(readSequence(reader))
  return (next) => makeState(reader, { next: builds.map((build) => build(next)) })
}

function readSequence(reader: Reader): Build {
  const parts: Build[] = []
  while (reader.at < reader.pattern.length && !/[|)]/.test(reader.pattern.charAt(reader.at)))
    parts.push(readRepeated(reader))
  return (next) => parts.reduceRight((after, part) => part(after), next)
}

function readRepeated(reader: Reader): Build {
  if (takeMark(reader, '^')) return (next) => makeState(reader, { holds: (at) => at === 0, next: [next] })
  if (takeMark(reader, '$'))
    return (next) => makeState(reader, { holds: (at, length) => at === length, next: [next] })
  const part = readPart(reader)
  const quantifier = take(reader, QUANTIFIER)
  return quantifier ? repeat(reader, part, readTimes(quantifier)) : part
}

function readPart(reader: Reader): Build {
  if (take(reader, /\((?:\?:)?(?!\?)/y)) {
    const inner = readAlternatives(reader)
    if (!takeMark(reader, ')')) throw new SyntaxError('A parenthesis is open.')
    return inner
  }
  const atom = take(reader, ATOM)?.[0]
  if (atom === undefined) throw new SyntaxError(`What stands at ${reader.at} is not known.`)
  const takes = new RegExp(`^(?:${atom})$`, 's')
  return (next) => makeState(reader, { takes, next: [next] })
}

function readTimes([, mark, least, comma, most]: readonly (string | undefined)[]): [number, number] {
  if (mark === '*') return [0, Number.POSITIVE_INFINITY]
  if (mark === '+') return [1, Number.POSITIVE_INFINITY]
  if (mark === '?') return [0, 1]
  if (!comma) return [Number(least), Number(least)]
  return [Number(least), most ? Number(most) : Number.POSITIVE_INFINITY]
}

function repeat(reader: Reader, part: Build, [least, most]: [number, number]): Build {
  if (Math.max(least, Number.isFinite(most) ? most : 0) > MAX_STATES) throw new SyntaxError('Too often.')
  return (next) => {
    let state = Number.isFinite(most) ? next : loop(reader, part, next)
    for (let time = least; time < most && Number.isFinite(most); time += 1)
      state = makeState(reader, { next: [part(state), next] })
    for (let time = 0; time < least; time += 1) state = part(state)
    return state
  }
}

function loop(reader: Reader, part: Build, next: State): State {
  const start = makeState(reader, { next: [next] })
  start.next.push(part(start))
  return start
}

function makeState(reader: Reader, state: State): State {
  reader.states += 1
  if (reader.states > MAX_STATES) throw new SyntaxError('The pattern is too large.')
  return state
}

/** The first place of a pattern, and how many it has; undefined for a pattern that is not known. */
function compile(pattern: string, end: State): { start: State; states: number } | undefined {
  const reader: Reader = { pattern, at: 0, states: 0 }
  try {
    const build = readAlternatives(reader)
    return reader.at === pattern.length ? { start: build(end), states: reader.states } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Every place that is reached without taking a character. */
function spread(states: Iterable<State>, at: number, length: number): Set<State> {
  const reached = new Set(states)
  for (const state of reached) {
    const isFree = !(state.takes || (state.holds && !state.holds(at, length)))
    if (isFree) for (const next of state.next) reached.add(next)
  }
  return reached
}

/**
 * Matches a text with the pattern of a visibility rule. Equality always counts. Beyond it the pattern is a regular
 * expression for the whole text: characters, classes, groups, alternatives, repetitions, `^` and `$`. All its ways are
 * followed at once, so that no pattern of an imported flow can be made to be slow. What else there is (references back,
 * looking around, names) and what is longer than 200 characters matches by equality only.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (pattern === text) return true
  if (pattern.length > MAX_PATTERN || !MARKS.test(pattern)) return false
  const end: State = { next: [] }
  const compiled = compile(pattern, end)
  if (!compiled || compiled.states * text.length > MAX_WORK) return false
  let reached = spread([compiled.start], 0, text.length)
  for (let at = 0; at < text.length && reached.size > 0; at += 1) {
    const char = text.charAt(at)
    const taken = [...reached].filter((state) => state.takes?.test(char)).flatMap(({ next }) => next)
    reached = spread(taken, at + 1, text.length)
  }
  return reached.has(end)
}
