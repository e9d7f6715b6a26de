import { wellFormed } from './utf8.ts'

function code(sign: string): string {
  const point = sign.codePointAt(0) ?? 0
  return point < 128 ? `%${point.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(sign)
}

function escaper(pattern: RegExp): (text: unknown) => string {
  return (text) => wellFormed(text).replace(pattern, code)
}

/** One escaping for each part of a URL, after the standard's sets of signs. */
export const escapeUrl = {
  control: escaper(/[^\x20-\x7e]/gu),
  hash: escaper(/[^\x21-\x7e]|["<>`]/gu),
  query: escaper(/[^\x21-\x7e]|["#<>]/gu),
  specialQuery: escaper(/[^\x21-\x7e]|["#<>']/gu),
  path: escaper(/[^\x21-\x7e]|["#<>?^`{}]/gu),
  user: escaper(/[^\x21-\x7e]|["#<>?`{}/:;=@[\\\]^|]/gu),
}
