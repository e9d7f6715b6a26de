import type { Code, Construct, Effects, State } from 'micromark-util-types'
import { DOLLAR, findMathKind, isLineEnd, isSpace, makeMathScanner } from './math-delimiters.ts'
import { takeLineEnd } from './take-line-end.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow'
  }
}

/**
 * A formula with lines of its own: whole on one line, or begun by a line with nothing else on it. Its first line
 * decides, as it has to where lines could also begin lists and quotes; from there it goes to its end or a blank line.
 */
export const mathFlow: Construct = {
  name: 'mathFlow',
  concrete: true,
  tokenize(effects, ok, nok) {
    let first: Code = null
    let scan: ReturnType<typeof makeMathScanner>
    const finish: State = (code) => {
      effects.exit('mathData')
      effects.exit('mathFlow')
      return ok(code)
    }
    const second: State = (code) => {
      const kind = findMathKind(first, code)
      if (kind !== 'bracket' && kind !== 'dollars') return nok(code)
      scan = makeMathScanner(kind)
      effects.consume(code)
      return begun
    }
    const begun: State = (code) => {
      if (isSpace(code)) {
        effects.consume(code)
        return begun
      }
      if (first === DOLLAR && code === DOLLAR) return nok(code)
      if (!isLineEnd(code)) return line(code)
      return this.interrupt ? finish(code) : readLines(effects, scan, finish)(code)
    }
    const line: State = (code) => {
      const step = isLineEnd(code) ? 'begin' : scan(code)
      if (step === 'begin') return nok(code)
      effects.consume(code)
      return step === 'end' ? ended : line
    }
    const ended: State = (code) => {
      if (isLineEnd(code)) return finish(code)
      if (!isSpace(code)) return nok(code)
      effects.consume(code)
      return ended
    }
    return (code) => {
      first = code
      effects.enter('mathFlow')
      effects.enter('mathData')
      effects.consume(code)
      return second
    }
  },
}

/** Reads the lines behind the first, until nothing but spaces follows the sign that ends them. */
function readLines(effects: Effects, scan: ReturnType<typeof makeMathScanner>, finish: State): State {
  let isEnded = false
  const lineStart: State = (code) => {
    effects.enter('mathData')
    return inside(code)
  }
  const goOn: State = (code) => {
    effects.exit('mathData')
    return takeLineEnd(effects, lineStart)(code)
  }
  const inside: State = (code) => {
    if (isLineEnd(code))
      return code === null || isEnded ? finish(code) : effects.check(nextLine, goOn, finish)(code)
    const step = scan(code)
    isEnded = step === 'end' || (isEnded && isSpace(code))
    effects.consume(code)
    return inside
  }
  return inside
}

/** At the end of a line, where the next one is neither blank nor outside of the quote or list. */
const nextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const lineStart: State = (code) => (this.parser.lazy[this.now().line] ? nok(code) : skipSpace(code))
    const skipSpace: State = (code) => {
      if (!isSpace(code)) return isLineEnd(code) ? nok(code) : ok(code)
      return skip(code)
    }
    const skip: State = (code) => {
      effects.enter('whitespace')
      effects.consume(code)
      effects.exit('whitespace')
      return skipSpace
    }
    return takeLineEnd(effects, lineStart)
  },
}
