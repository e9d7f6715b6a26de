import type { Code, Construct, State } from 'micromark-util-types'
import { DOLLAR, findMathKind, isLineEnd, isSpace, makeMathScanner } from './math-delimiters.ts'
import { takeLineEnd } from './take-line-end.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText'
    mathData: 'mathData'
  }
}

const ALPHANUMERIC = /[\p{L}\p{N}]/u
const DIGIT = /[0-9]/
/** What only a formula holds: without it `$5$` and the like are sums of money. */
const TEX_ONLY = new Set([...'\\^_='].map((sign) => sign.charCodeAt(0)))

/** A formula inside a paragraph. A second beginning ends the search, so that what never ends is looked at once. */
export const mathText: Construct = {
  name: 'mathText',
  tokenize(effects, ok, nok) {
    let first: Code = null
    let isSingle = false
    let missing = 0
    let scan: ReturnType<typeof makeMathScanner>
    const money = watchForMoney()
    const second: State = (code) => {
      const kind = findMathKind(first, code)
      if (kind === undefined) return nok(code)
      scan = makeMathScanner(kind)
      isSingle = kind === 'dollar'
      // Something, and the sign that ends it.
      missing = isSingle ? 2 : 3
      if (isSingle) return inside(code)
      effects.consume(code)
      return begun
    }
    const begun: State = (code) => (first === DOLLAR && code === DOLLAR ? nok(code) : inside(code))
    const lineStart: State = (code) => {
      effects.enter('mathData')
      return inside(code)
    }
    const inside: State = (code) => {
      if (isLineEnd(code)) {
        effects.exit('mathData')
        return code === null || isSingle ? nok(code) : takeLineEnd(effects, lineStart)(code)
      }
      const step = scan(code)
      if (step === 'begin') return nok(code)
      money.see(code)
      missing -= 1
      effects.consume(code)
      return step === 'end' ? ended : inside
    }
    const ended: State = (code) => {
      if (missing > 0 || (isSingle && (money.isMeant() || !isNoWord(code)))) return nok(code)
      effects.exit('mathData')
      effects.exit('mathText')
      return ok(code)
    }
    return (code) => {
      first = code
      effects.enter('mathText')
      effects.enter('mathData')
      effects.consume(code)
      return second
    }
  },
}

/** Whether a dollar sign may stand beside a character and begin or end a formula. */
export function isNoWord(code: Code): boolean {
  return code !== DOLLAR && !matches(code, ALPHANUMERIC)
}

/** Watches what stands between two dollar signs: spaces at an end, or a number that no formula begins with. */
function watchForMoney() {
  let start: Code = null
  let last: Code = null
  let beforeLast: Code = null
  let isTex = false
  return {
    see: (code: Code) => {
      start ??= code
      beforeLast = last
      last = code
      if (code !== null && TEX_ONLY.has(code)) isTex = true
    },
    isMeant: () => isSpace(start) || isSpace(beforeLast) || (matches(start, DIGIT) && !isTex),
  }
}

function matches(code: Code, pattern: RegExp): boolean {
  return code !== null && code > 0 && pattern.test(String.fromCharCode(code))
}
