/** `btoa` and `atob`. Evaluated in QuickJS alone. */
export const BASE64 = String.raw`
(() => {
  const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const btoa = (input) => {
    const text = String(input)
    let out = ''
    for (let at = 0; at < text.length; at += 3) {
      const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
      if (a > 255 || b > 255 || c > 255) throw new RangeError('btoa takes characters up to U+00FF')
      const bits = (a << 16) | ((b || 0) << 8) | (c || 0)
      out += SIGNS[bits >> 18] + SIGNS[(bits >> 12) & 63]
      out += (b === b ? SIGNS[(bits >> 6) & 63] : '=') + (c === c ? SIGNS[bits & 63] : '=')
    }
    return out
  }
  const atob = (input) => {
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
  return { btoa, atob }
})
`
