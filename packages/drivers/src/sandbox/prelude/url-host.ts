import { failUrl } from './fail-url.ts'
import { percentDecode } from './percent-decode.ts'
import { punycode } from './punycode.ts'
import { isNumeric, readIpv4, readIpv6 } from './url-address.ts'

const FORBIDDEN = /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/
const FORBIDDEN_IN_OPAQUE = /[\0\t\n\r #/:<>?@[\\\]^|]/

function isAscii(label: string): boolean {
  return !/[^\0-\x7f]/.test(label)
}

/** The host of a web address in its canonical form: a name in ASCII, an IPv4 or an IPv6 address. */
export function hostOf(text: string): string {
  if (text.startsWith('[')) return text.endsWith(']') ? readIpv6(text.slice(1, -1)) : failUrl()
  const name = percentDecode(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\xad/g, '')
    .replace(/[\u3002\uff0e\uff61]/g, '.')
  if (name === '' || FORBIDDEN.test(name)) failUrl()
  const labels = name.split('.').map((label) => (isAscii(label) ? label : punycode(label)))
  const host = labels.join('.')
  return isNumeric(host) ? readIpv4(host) : host
}

/** The host of an address of another protocol: as it is written. */
export function opaqueHostOf(text: string): string {
  if (text.startsWith('[')) return hostOf(text)
  if (FORBIDDEN_IN_OPAQUE.test(text)) failUrl()
  return text
}
