const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Three characters, or less at the end, as four signs. */
function encodeGroup(text: string, at: number): string {
  const group = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)] as const
  const [a, b, c] = group
  if (group.some((code) => code > 255)) throw new RangeError('btoa takes characters up to U+00FF')
  const bits = (a << 16) | ((b || 0) << 8) | (c || 0)
  const third = Number.isNaN(b) ? '=' : SIGNS[(bits >> 6) & 63]
  const fourth = Number.isNaN(c) ? '=' : SIGNS[bits & 63]
  return `${SIGNS[bits >> 18]}${SIGNS[(bits >> 12) & 63]}${third}${fourth}`
}

/** Characters up to U+00FF as base64. */
export function btoa(input: unknown): string {
  const text = String(input)
  let out = ''
  for (let at = 0; at < text.length; at += 3) out += encodeGroup(text, at)
  return out
}

/** Base64 as characters up to U+00FF. */
export function atob(input: unknown): string {
  const text = String(input).replace(/[\t\n\f\r =]/g, '')
  let out = ''
  let bits = 0
  let count = 0
  for (const sign of text) {
    const value = SIGNS.indexOf(sign)
    if (value < 0) throw new TypeError('atob: the text is not base64')
    bits = (bits << 6) | value
    count += 6
    if (count < 8) continue
    count -= 8
    out += String.fromCharCode((bits >> count) & 255)
  }
  return out
}
