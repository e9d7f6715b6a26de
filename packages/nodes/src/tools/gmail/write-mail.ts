/** A mail that is written here. Addresses stand with commas between them. */
export interface Mail {
  to: string
  subject: string
  body: string
  cc?: string
  bcc?: string
}

const PIECE = 42
const LINE = 76

/** A mail as servers send it (RFC 5322), url-safe for the API of Gmail. Nothing in a field can begin another header. */
export function writeMail({ to, subject, body, cc = '', bcc = '' }: Mail): string {
  const isHtml = /<\/?[a-z][a-z\d]{0,15}\s{0,9}\/?>/i.test(body)
  const headers: [string, string][] = [
    ['To', oneLine(to)],
    ['Cc', oneLine(cc)],
    ['Bcc', oneLine(bcc)],
    ['Subject', encodeWords(oneLine(subject))],
    ['MIME-Version', '1.0'],
    ['Content-Type', `${isHtml ? 'text/html' : 'text/plain'}; charset=utf-8`],
    ['Content-Transfer-Encoding', 'base64'],
  ]
  const lines = headers.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`)
  const message = [...lines, '', ...pieces(toBase64(body), LINE)].join('\r\n')
  return new TextEncoder().encode(message).toBase64({ alphabet: 'base64url', omitPadding: true })
}

const oneLine = (text: string) => text.replaceAll(/[\r\n\0]/g, ' ').trim()
const toBase64 = (text: string) => new TextEncoder().encode(text).toBase64()

/** Words beyond ASCII in a header (RFC 2047): each piece is whole characters, short enough for a line. */
function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let piece = ''
  for (const character of text) {
    if (new TextEncoder().encode(piece + character).length > PIECE) {
      words.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...words, piece].map((word) => `=?utf-8?B?${toBase64(word)}?=`).join('\r\n ')
}

function pieces(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  )
}
