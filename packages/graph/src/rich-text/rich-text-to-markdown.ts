import { mentionedReference } from '../variables/find-references.ts'
import { decodeEntities } from './decode-entities.ts'
import { append, closeTag, type MarkdownWriter, openTag } from './markdown-tags.ts'

const BLOCK_START = /^\s*<(?:p|h[1-6]|ul|ol|blockquote|pre|table|div)(?:\s[^<>]*)?>/i
const TOKEN = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)\b([^<>]*)>|[^<]+|</g

/** True when a text is what the rich-text editor stores: it starts with a block element. */
export function isRichText(text: string): boolean {
  return BLOCK_START.test(text)
}

function writeTag(writer: MarkdownWriter, tag: { name: string; attributes: string; closes: boolean }): void {
  if (writer.skipUntil !== undefined) {
    if (tag.closes && tag.name === writer.skipUntil) writer.skipUntil = undefined
    return
  }
  const reference = tag.closes ? undefined : mentionOf(tag)
  if (reference !== undefined) {
    append(writer, `{{${reference}}}`)
    writer.skipUntil = 'span'
  } else if (tag.closes) closeTag(writer, tag.name)
  else openTag(writer, tag.name, tag.attributes)
}

function mentionOf(tag: { name: string; attributes: string }): string | undefined {
  if (tag.name !== 'span' || !tag.attributes.includes('data-type="mention"')) return undefined
  const reference = mentionedReference(tag.attributes)
  return reference === undefined ? undefined : decodeEntities(reference)
}

function writeText(writer: MarkdownWriter, text: string): void {
  if (writer.skipUntil !== undefined) return
  const plain = decodeEntities(text)
  append(writer, writer.isVerbatim ? plain : plain.replace(/\s+/g, ' '))
}

function tidy(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Turns the HTML of the rich-text editor into Markdown: paragraphs, headings, lists, quotes, code, tables, links,
 * emphasis. A mention becomes a reference in braces. Unknown elements leave their text. One pass, no DOM.
 */
export function richTextToMarkdown(html: string): string {
  const writer: MarkdownWriter = {
    parts: [],
    tail: '',
    lists: [],
    links: [],
    isVerbatim: false,
    isFirstRow: true,
    cells: 0,
  }
  for (const [token, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    if (name === undefined) writeText(writer, token)
    else writeTag(writer, { name: name.toLowerCase(), attributes, closes: slash === '/' })
  }
  return tidy(writer.parts.join(''))
}
