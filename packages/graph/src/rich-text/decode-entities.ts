const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  copy: '©',
}

const LAST_CODE_POINT = 0x10ffff

function decodeOne(whole: string): string {
  const body = whole.slice(1, -1)
  if (!body.startsWith('#')) return Object.hasOwn(NAMED, body) ? (NAMED[body] ?? whole) : whole
  const isHex = /^#x/i.test(body)
  const code = isHex ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1))
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole
}

/** Turns the entities that the rich-text editor writes into characters; unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g, decodeOne)
}
