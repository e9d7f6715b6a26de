import { SECRET_MASK } from '@runnel/contract'

const SHORTEST_SECRET = 4
const SHORTEST_ENCODED = 8
/** Engines take no expression of any length; forms that are longer are looked for one by one. */
const LONGEST_OF_PATTERN = 2_000

/** The parts of a secret's base64 form that do not depend on what stands before or after it. */
function base64Cores(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const cores: string[] = []
  for (const lead of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(lead), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const start = lead === 0 ? 0 : lead + 1
    const lastIsMixed = (lead + bytes.length) % 3 !== 0
    cores.push(text.slice(start, lastIsMixed ? -1 : undefined))
  }
  return cores.filter((core) => core.length >= SHORTEST_ENCODED)
}

const XML_SIGNS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function formsOf(secret: string): string[] {
  const base64 = base64Cores(secret)
  const urlEncoded = encodeURIComponent(secret.toWellFormed())
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    urlEncoded,
    urlEncoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    urlEncoded.replaceAll('%20', '+'),
    secret.replace(/[&<>"']/g, (sign) => XML_SIGNS[sign] ?? sign),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

/**
 * Makes a function that replaces each known secret in a text by `•••`: plain, escaped as in JSON and XML, url-encoded, and
 * base64 also inside a longer text (`Authorization: Basic …`). Secrets under 4 characters are left alone.
 */
export function scrubber(secrets: Iterable<string>): (text: string) => string {
  const forms = new Set<string>()
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue
    for (const form of formsOf(secret)) forms.add(form)
  }
  if (forms.size === 0) return (text) => text
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  const tooLong = longestFirst.filter((form) => form.length > LONGEST_OF_PATTERN)
  const pattern = patternOf(longestFirst.slice(tooLong.length))
  return (text) => {
    const rest = tooLong.reduce((hidden, form) => hidden.replaceAll(form, SECRET_MASK), text)
    return pattern ? rest.replace(pattern, SECRET_MASK) : rest
  }
}

function patternOf(forms: readonly string[]): RegExp | undefined {
  if (forms.length === 0) return undefined
  return new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
}
