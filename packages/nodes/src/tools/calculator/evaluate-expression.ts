import { RunnelError } from '@runnel/contract'
import { type Token, tokenise } from './tokenise.ts'

const MAX_DEPTH = 100
/** Cuts the last binary digits off, so that 0.1 + 0.2 is 0.3. */
const SIGNIFICANT_DIGITS = 15

const CONSTANTS: Record<string, number> = { pi: Math.PI, e: Math.E }

const FUNCTIONS: Record<string, (...numbers: number[]) => number> = {
  sqrt: (x = Number.NaN) => Math.sqrt(x),
  abs: (x = Number.NaN) => Math.abs(x),
  round: (x = Number.NaN, digits = 0) => Math.round(x * 10 ** digits) / 10 ** digits,
  min: (...numbers) => Math.min(...numbers),
  max: (...numbers) => Math.max(...numbers),
  sin: (x = Number.NaN) => Math.sin(x),
  cos: (x = Number.NaN) => Math.cos(x),
  tan: (x = Number.NaN) => Math.tan(x),
  log: (x = Number.NaN) => Math.log10(x),
  ln: (x = Number.NaN) => Math.log(x),
  exp: (x = Number.NaN) => Math.exp(x),
}

/**
 * The value of an arithmetic expression. `^` binds to the right and before a sign, `%` is the remainder (or, when
 * nothing follows, per cent), angles are radians. A fault is `invalid_input` and says where it is.
 */
export function evaluateExpression(expression: string): number {
  const parser = new Parser(tokenise(expression))
  const value = parser.parseAll()
  if (!Number.isFinite(value)) throw fault('The result is not a number: check for a division by zero.')
  return Number(value.toPrecision(SIGNIFICANT_DIGITS))
}

/** Recursive descent: sum → product → sign → power → atom. */
class Parser {
  private at = 0
  private depth = 0
  private readonly tokens: Token[]

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  parseAll(): number {
    const value = this.sum()
    const rest = this.tokens[this.at]
    if (rest) throw fault(`Unexpected "${rest.text}" at position ${rest.position}.`)
    return value
  }

  private sum(): number {
    let value = this.product()
    for (;;) {
      if (this.take('+')) value += this.product()
      else if (this.take('-')) value -= this.product()
      else return value
    }
  }

  private product(): number {
    let value = this.signed()
    for (;;) {
      if (this.take('*')) value *= this.signed()
      else if (this.take('/')) value /= this.signed()
      else if (this.take('%')) value = this.startsOperand() ? value % this.signed() : value / 100
      else return value
    }
  }

  private signed(): number {
    if (this.take('-')) return -this.nested(() => this.signed())
    if (this.take('+')) return this.nested(() => this.signed())
    const base = this.atom()
    return this.take('^') ? base ** this.nested(() => this.signed()) : base
  }

  private atom(): number {
    const token = this.tokens[this.at]
    if (!token) throw fault('The expression ends too early.')
    this.at++
    if (token.kind === 'number') return Number(token.text)
    if (token.kind === 'name') return this.named(token)
    if (token.text !== '(') throw fault(`Unexpected "${token.text}" at position ${token.position}.`)
    const value = this.nested(() => this.sum())
    this.expect(')')
    return value
  }

  private named(token: Token): number {
    const name = token.text.toLowerCase()
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined
    if (constant !== undefined) return constant
    const compute = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!compute) throw fault(`Unknown name "${token.text}". Known are ${listNames()}.`)
    this.expect('(')
    const values = [this.nested(() => this.sum())]
    while (this.take(',')) values.push(this.nested(() => this.sum()))
    this.expect(')')
    return compute(...values)
  }

  private startsOperand(): boolean {
    const token = this.tokens[this.at]
    return token !== undefined && (token.kind !== 'mark' || token.text === '(')
  }

  private nested(parse: () => number): number {
    if (++this.depth > MAX_DEPTH) throw fault('The expression is nested too deeply.')
    const value = parse()
    this.depth--
    return value
  }

  private take(mark: string): boolean {
    const token = this.tokens[this.at]
    if (token?.kind !== 'mark' || token.text !== mark) return false
    this.at++
    return true
  }

  private expect(mark: string): void {
    if (!this.take(mark)) throw fault(`A "${mark}" is missing.`)
  }
}

function listNames(): string {
  return [...Object.keys(FUNCTIONS), ...Object.keys(CONSTANTS)].join(', ')
}

function fault(message: string): RunnelError {
  return new RunnelError('invalid_input', message)
}
