/** Hosts of URLs in their canonical form: names, IPv4 in all its spellings, IPv6. Evaluated in QuickJS alone. */
export const URL_HOST = String.raw`
(({ part }) => {
  const { percentDecode } = part('urlSearchParams')
  const fail = () => { throw new TypeError('Invalid URL') }

  // Punycode of RFC 3492.
  const adapt = (delta, points, isFirst) => {
    let rest = isFirst ? Math.floor(delta / 700) : delta >> 1
    rest += Math.floor(rest / points)
    let k = 0
    for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
    return k + Math.floor((36 * rest) / (rest + 38))
  }
  const digit = (value) => String.fromCharCode(value < 26 ? value + 97 : value + 22)
  const encodeDelta = (delta, bias) => {
    let out = ''
    for (let k = 36; ; k += 36) {
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias
      if (delta < threshold) return out + digit(delta)
      out += digit(threshold + ((delta - threshold) % (36 - threshold)))
      delta = Math.floor((delta - threshold) / (36 - threshold))
    }
  }
  const punycode = (label) => {
    const points = Array.from(label, (sign) => sign.codePointAt(0))
    const basic = points.filter((point) => point < 128)
    let out = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '')
    let [handled, least, delta, bias] = [basic.length, 128, 0, 72]
    while (handled < points.length) {
      const next = Math.min(...points.filter((point) => point >= least))
      delta += (next - least) * (handled + 1)
      least = next
      for (const point of points) {
        if (point < least) delta += 1
        if (point !== least) continue
        out += encodeDelta(delta, bias)
        bias = adapt(delta, handled + 1, handled === basic.length)
        delta = 0
        handled += 1
      }
      delta += 1
      least += 1
    }
    return 'xn--' + out
  }

  const readNumber = (text) => {
    if (/^0x[0-9a-f]*$/i.test(text)) return text.length === 2 ? 0 : parseInt(text.slice(2), 16)
    if (/^0[0-7]*$/.test(text)) return parseInt(text, 8)
    return /^[1-9][0-9]*$/.test(text) ? Number(text) : fail()
  }
  const readIpv4 = (host) => {
    const parts = host.replace(/\.$/, '').split('.')
    if (parts.length > 4 || parts.includes('')) fail()
    const numbers = parts.map(readNumber)
    const last = numbers.pop()
    if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) fail()
    const whole = numbers.reduce((sum, number, at) => sum + number * 256 ** (3 - at), last)
    return [3, 2, 1, 0].map((place) => Math.floor(whole / 256 ** place) % 256).join('.')
  }
  const isNumeric = (host) => /^(?:[0-9]+|0x[0-9a-f]*)$/i.test(host.replace(/\.$/, '').split('.').at(-1))

  const readIpv6 = (text) => {
    const dotted = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
    const [a, b, c, d] = dotted ? dotted.slice(2).map(Number) : []
    if (dotted && (Math.max(a, b, c, d) > 255 || dotted.slice(2).some((one) => /^0\d/.test(one)))) fail()
    const whole = dotted ? dotted[1] + (a * 256 + b).toString(16) + ':' + (c * 256 + d).toString(16) : text
    const halves = whole.split('::')
    if (halves.length > 2) fail()
    const [head, tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
    if ([...head, ...tail].some((piece) => !/^[0-9a-f]{1,4}$/i.test(piece))) fail()
    const missing = 8 - head.length - tail.length
    if (halves.length === 2 ? missing < 1 : missing !== 0) fail()
    const pieces = [...head, ...Array(missing).fill('0'), ...tail].map((piece) => parseInt(piece, 16).toString(16))
    const runs = pieces.join(':').match(/\b0(?::0)+\b/g) ?? []
    const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '')
    const joined = pieces.join(':')
    if (longest === '') return '[' + joined + ']'
    const at = (':' + joined + ':').indexOf(':' + longest + ':')
    return '[' + joined.slice(0, Math.max(at - 1, 0)) + '::' + joined.slice(at + longest.length + 1) + ']'
  }

  const FORBIDDEN = /[\0-\x20"#%/:<>?@[\\\]^\x60{|}\x7f]/
  const hostOf = (text) => {
    if (text.startsWith('[')) return text.endsWith(']') ? readIpv6(text.slice(1, -1)) : fail()
    const name = percentDecode(text).normalize('NFKC').toLowerCase().replace(/\xad/g, '').replace(/[\u3002\uff0e\uff61]/g, '.')
    if (name === '' || FORBIDDEN.test(name)) fail()
    const host = name.split('.').map((label) => (/[^\0-\x7f]/.test(label) ? punycode(label) : label)).join('.')
    return isNumeric(host) ? readIpv4(host) : host
  }
  const opaqueHostOf = (text) => {
    if (text.startsWith('[')) return hostOf(text)
    if (/[\0\t\n\r #/:<>?@[\\\]^|]/.test(text)) fail()
    return text
  }
  return { hostOf, opaqueHostOf, fail }
})
`
