// The numbers of RFC 3492: base 36, digits from 1 to 26, first bias 72, first code 128.

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1
  rest += Math.floor(rest / points)
  let k = 0
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
  return k + Math.floor((36 * rest) / (rest + 38))
}

function digit(value: number): string {
  return String.fromCharCode(value < 26 ? value + 97 : value + 22)
}

function encodeDelta(delta: number, bias: number): string {
  let rest = delta
  let out = ''
  for (let k = 36; ; k += 36) {
    const threshold = Math.min(26, Math.max(1, k - bias))
    if (rest < threshold) return out + digit(rest)
    out += digit(threshold + ((rest - threshold) % (36 - threshold)))
    rest = Math.floor((rest - threshold) / (36 - threshold))
  }
}

interface State {
  out: string
  handled: number
  delta: number
  bias: number
}

/** The code points of a label, and how many of them are ASCII. */
interface Label {
  points: readonly number[]
  basic: number
}

/** Adds all places of one code point. */
function encodePoint(state: State, { points, basic }: Label, wanted: number): State {
  let { out, handled, delta, bias } = state
  for (const point of points) {
    if (point < wanted) delta += 1
    if (point !== wanted) continue
    out += encodeDelta(delta, bias)
    bias = adapt(delta, handled + 1, handled === basic)
    delta = 0
    handled += 1
  }
  return { out, handled, delta: delta + 1, bias }
}

/** A label of a host name in ASCII, after RFC 3492. */
export function punycode(label: string): string {
  const points = Array.from(label, (sign) => sign.codePointAt(0) ?? 0)
  const ascii = points.filter((point) => point < 128)
  const basic = ascii.length
  const head = String.fromCodePoint(...ascii) + (basic > 0 ? '-' : '')
  let state: State = { out: head, handled: basic, delta: 0, bias: 72 }
  let least = 128
  while (state.handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= least))
    const delta = state.delta + (next - least) * (state.handled + 1)
    state = encodePoint({ ...state, delta }, { points, basic }, next)
    least = next + 1
  }
  return `xn--${state.out}`
}
