import { type MarkupReader, markupSteps, readMarkup } from './read-markup.ts'

/** A page of the web, as a reader sees it. */
export interface ReadPage {
  title: string
  description: string
  text: string
  /** Addresses of its links as they are written, in their order. */
  links: string[]
}

/** What nobody reads. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'select'])
/** What stands on lines of its own. */
const BLOCKS = new Set(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
)
const MOST_LINKS = 2000

/** Reads a page of HTML: its title, its description, its text with a line for each block, its links. */
export function readPage(html: string): ReadPage {
  const page = new PageReader()
  readMarkup(html, {}, page)
  return page.finish()
}

/** The same step by step. Gives one page. */
export function* pageSteps(html: string): Generator<ReadPage | undefined> {
  const page = new PageReader()
  yield* markupSteps(html, {}, page)
  yield page.finish()
}

/** Reads a page from what is told of its markup. */
export class PageReader implements MarkupReader {
  private readonly lines: string[] = []
  private line: string[] = []
  private readonly links: string[] = []
  private readonly title: string[] = []
  private description = ''
  private base = ''
  private inTitle = false
  /** The element that nobody reads, and how many of its name are open inside it. */
  private unseen: { name: string; depth: number } | undefined

  opens(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'body') this.unseen = undefined
    this.readHead(name, attributes)
    if (this.unseen) {
      if (this.unseen.name === name) this.unseen.depth++
      return
    }
    if (UNSEEN.has(name)) this.unseen = { name, depth: 1 }
    else if (BLOCKS.has(name)) this.endLine()
    const { href } = attributes
    if (name === 'a' && href !== undefined && this.links.length < MOST_LINKS) this.links.push(href)
  }

  closes(name: string): void {
    if (name === 'title') this.inTitle = false
    if (this.unseen?.name === name) {
      this.unseen.depth--
      if (this.unseen.depth === 0) this.unseen = undefined
    } else if (!this.unseen && BLOCKS.has(name)) this.endLine()
  }

  text(text: string): void {
    if (this.inTitle) this.title.push(text)
    else if (!this.unseen) this.line.push(text)
  }

  finish(): ReadPage {
    this.endLine()
    const { base } = this
    return {
      title: tidy(this.title.join('')),
      description: tidy(this.description),
      text: this.lines.join('\n'),
      links: base === '' ? this.links : this.links.map((link) => resolve(link, base)),
    }
  }

  private readHead(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'title' && !this.unseen && this.title.length === 0) this.inTitle = true
    if (name === 'base' && this.base === '') this.base = attributes.href ?? ''
    const isDescription = name === 'meta' && attributes.name?.toLowerCase() === 'description'
    if (isDescription && this.description === '') this.description = attributes.content ?? ''
  }

  private endLine(): void {
    const line = tidy(this.line.join(''))
    this.line = []
    if (line !== '') this.lines.push(line)
  }
}

function resolve(link: string, base: string): string {
  return URL.canParse(link, base) ? new URL(link, base).href : link
}

/** One blank between words. */
function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
