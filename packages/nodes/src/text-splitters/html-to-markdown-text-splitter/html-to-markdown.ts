import { gatherInTurns, type Steps } from '@runnel/node-kit'

/** Tokens, and lines, that are done in one step. */
const AT_ONCE = 500
/** Letters of a text that are written in one step. */
const LONGEST_PART = 50_000
const TOKEN = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)\b([^<>]*)>|[^<]+|</g
const ATTRIBUTE = /\b(href|src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi
const HIDDEN = new Set(['script', 'style', 'head', 'noscript', 'template', 'svg'])
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
/** What stands for a tag, where it opens and where it closes. */
const MARKS: Record<string, readonly [opens: string, closes: string]> = {
  br: ['\n', ''],
  hr: ['\n\n---\n\n', ''],
  strong: ['**', '**'],
  b: ['**', '**'],
  em: ['_', '_'],
  i: ['_', '_'],
  tr: ['\n', ''],
  td: [' | ', ''],
  th: [' | ', ''],
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, [`\n\n${'#'.repeat(level)} `, '\n\n']]),
  ),
  ...Object.fromEntries(
    [
      'p',
      'div',
      'section',
      'article',
      'main',
      'header',
      'footer',
      'nav',
      'aside',
      'table',
      'blockquote',
      'ul',
      'ol',
    ].map((name) => [name, ['\n\n', '\n\n']]),
  ),
}

interface Writer {
  parts: string[]
  /** The numbers of the open lists; undefined for one without numbers. */
  lists: (number | undefined)[]
  links: string[]
  /** The hidden tag that is open: nothing is written until it closes. */
  hidden: string | undefined
  isVerbatim: boolean
}

interface Tag {
  name: string
  attributes: string
  closes: boolean
}

/**
 * Makes Markdown of HTML: headings, paragraphs, lists, links, pictures, code, tables. One pass, no DOM; others have their
 * turn in between.
 */
export async function htmlToMarkdown(html: string): Promise<string> {
  const lines = await gatherInTurns(writeLines(html))
  return lines.join('\n').trim()
}

/** Lines without blanks at their ends, and of empty ones no more than one after the other. */
function* writeLines(html: string): Steps<string> {
  const writer: Writer = { parts: [], lists: [], links: [], hidden: undefined, isVerbatim: false }
  yield* write(writer, yield* withoutComments(html))
  const text = writer.parts.join('')
  let isEmpty = false
  for (let at = 0; at <= text.length; ) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const line = text.slice(at, end).trimEnd()
    yield line === '' && isEmpty ? undefined : line
    isEmpty = line === ''
    at = end + 1
  }
}

function* write(writer: Writer, html: string): Generator<undefined> {
  let tokens = 0
  for (const [token, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    if (name === undefined) yield* writeLongText(writer, token)
    else writeTag(writer, { name: name.toLowerCase(), attributes, closes: slash === '/' })
    if (++tokens % AT_ONCE === 0) yield undefined
  }
}

function* writeLongText(writer: Writer, text: string): Generator<undefined> {
  for (const part of partsOf(text)) {
    writeText(writer, part)
    if (part !== text) yield undefined
  }
}

/** A long text in parts that begin with a blank. */
function* partsOf(text: string): Iterable<string> {
  for (let at = 0; at < text.length; ) {
    const most = at + LONGEST_PART
    const blank = most < text.length ? text.lastIndexOf(' ', most) : text.length
    const end = blank > at ? blank : most
    yield text.slice(at, end)
    at = end
  }
}

function* withoutComments(html: string): Generator<undefined, string> {
  const kept: string[] = []
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<!', at)
    if (start < 0) return kept.join('') + html.slice(at)
    kept.push(html.slice(at, start))
    const mark = html.startsWith('<!--', start) ? '-->' : '>'
    const end = html.indexOf(mark, start + 2)
    at = end < 0 ? html.length : end + mark.length
    if (kept.length % AT_ONCE === 0) yield undefined
  }
  return kept.join('')
}

function writeText(writer: Writer, text: string): void {
  if (writer.hidden !== undefined) return
  const plain = decodeEntities(text)
  writer.parts.push(writer.isVerbatim ? plain : plain.replace(/\s+/g, ' '))
}

function writeTag(writer: Writer, tag: Tag): void {
  if (writer.hidden !== undefined) {
    if (tag.closes && tag.name === writer.hidden) writer.hidden = undefined
    return
  }
  if (HIDDEN.has(tag.name)) {
    if (!tag.closes) writer.hidden = tag.name
    return
  }
  const own = OWN[tag.name]
  if (own) own(writer, tag)
  const mark = Object.hasOwn(MARKS, tag.name) ? MARKS[tag.name]?.[tag.closes ? 1 : 0] : undefined
  if (mark !== undefined) writer.parts.push(mark)
}

const list = (writer: Writer, { name, closes }: Tag): void => {
  if (closes) writer.lists.pop()
  else writer.lists.push(name === 'ol' ? 0 : undefined)
}

/** Tags of which more must be known than two marks. */
const OWN: Partial<Record<string, (writer: Writer, tag: Tag) => void>> = {
  ul: list,
  ol: list,
  li: (writer, { closes }) => {
    if (closes) return
    const depth = Math.max(0, writer.lists.length - 1)
    const number = writer.lists.at(-1)
    if (number !== undefined) writer.lists[depth] = number + 1
    writer.parts.push(
      `\n${'  '.repeat(Math.min(depth, 20))}${number === undefined ? '-' : `${number + 1}.`} `,
    )
  },
  a: (writer, { attributes, closes }) => {
    if (!closes) {
      writer.links.push(readAttribute(attributes, 'href'))
      writer.parts.push('[')
    } else if (writer.links.length > 0) writer.parts.push(`](${writer.links.pop()})`)
  },
  img: (writer, { attributes }) => {
    writer.parts.push(`![${readAttribute(attributes, 'alt')}](${readAttribute(attributes, 'src')})`)
  },
  pre: (writer, { closes }) => {
    writer.isVerbatim = !closes
    writer.parts.push(closes ? '\n```\n\n' : '\n\n```\n')
  },
  code: (writer) => {
    if (!writer.isVerbatim) writer.parts.push('`')
  },
}

function readAttribute(attributes: string, wanted: string): string {
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    if (name.toLowerCase() === wanted) return decodeEntities(double ?? single ?? '')
  }
  return ''
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
