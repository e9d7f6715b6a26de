import { failUrl } from './fail-url.ts'

function readNumber(text: string): number {
  if (/^0x[0-9a-f]*$/i.test(text)) return text.length === 2 ? 0 : Number.parseInt(text.slice(2), 16)
  if (/^0[0-7]*$/.test(text)) return Number.parseInt(text, 8)
  return /^[1-9][0-9]*$/.test(text) ? Number(text) : failUrl()
}

function withoutDotAtTheEnd(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host
}

/** True for a host whose last piece is a number: it is an IPv4 address or nothing. */
export function isNumeric(host: string): boolean {
  return /^(?:[0-9]+|0x[0-9a-f]*)$/i.test(withoutDotAtTheEnd(host).split('.').at(-1) ?? '')
}

/** An IPv4 address in any of its spellings as four numbers. */
export function readIpv4(host: string): string {
  const parts = withoutDotAtTheEnd(host).split('.')
  if (parts.length > 4 || parts.includes('')) failUrl()
  const numbers = parts.map(readNumber)
  const last = numbers.pop() ?? 0
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) failUrl()
  const whole = numbers.reduce((sum, number, at) => sum + number * 256 ** (3 - at), last)
  return [3, 2, 1, 0].map((place) => Math.floor(whole / 256 ** place) % 256).join('.')
}

/** Four numbers at the end as the two last pieces. */
function withoutDots(text: string): string {
  const dotted = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  if (dotted === null) return text
  const [, head = '', ...written] = dotted
  const [a = 0, b = 0, c = 0, d = 0] = written.map(Number)
  if (Math.max(a, b, c, d) > 255 || written.some((one) => /^0\d/.test(one))) failUrl()
  return `${head}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

function readPieces(text: string): string[] {
  const halves = withoutDots(text).split('::')
  if (halves.length > 2) failUrl()
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  if ([...head, ...tail].some((piece) => !/^[0-9a-f]{1,4}$/i.test(piece))) failUrl()
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) failUrl()
  const zeros = Array<string>(missing).fill('0')
  return [...head, ...zeros, ...tail].map((piece) => Number.parseInt(piece, 16).toString(16))
}

/** An IPv6 address, without its brackets, in the one spelling of the standard, with them. */
export function readIpv6(text: string): string {
  const joined = readPieces(text).join(':')
  const runs = joined.match(/\b0(?::0)+\b/g) ?? []
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '')
  if (longest === '') return `[${joined}]`
  const at = `:${joined}:`.indexOf(`:${longest}:`)
  return `[${joined.slice(0, Math.max(at - 1, 0))}::${joined.slice(at + longest.length + 1)}]`
}
