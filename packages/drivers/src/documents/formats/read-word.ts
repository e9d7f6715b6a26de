import type { ReadDocument } from '../read-document.ts'
import { openZip } from './open-zip.ts'
import { findMainPart, findPart, readXml } from './read-parts.ts'

/** What nobody sees on the page, or sees there already. */
const UNSEEN = ['Fallback', 'moveFrom']

/** A document of Word: its paragraphs, by the pages that it says it has; notes stand at the end of the last one. */
export function readWord(bytes: Uint8Array): ReadDocument {
  const zip = openZip(bytes)
  const main = findMainPart(zip, 'document')
  const pages = readPages(zip.read(main))
  const notes = ['footnotes', 'endnotes'].flatMap((kind) => {
    const path = findPart(zip, main, kind)
    return path === undefined ? [] : readPages(zip.read(path))
  })
  const last = [pages.pop() ?? '', ...notes].filter((text) => text !== '')
  pages.push(last.join('\n\n'))
  const facts = pages.map((_page, index) => ({ pageNumber: index + 1 }))
  return { pages, facts, info: {} }
}

function readPages(markup: string): string[] {
  const reader = new PageReader()
  readXml(markup, reader)
  return reader.finish()
}

class PageReader {
  private readonly pages: string[] = []
  private paragraphs: string[] = []
  /** Texts of the paragraphs that are open: a text box stands inside of one. */
  private readonly open: string[][] = []
  private inRun = false
  private inText = false
  private unseen = 0
  private endsPage = false

  opens(name: string, attributes: Readonly<Record<string, string>>): void {
    if (UNSEEN.includes(name)) this.unseen++
    if (this.unseen > 0) return
    if (name === 'p') this.open.push([])
    else if (name === 'r') this.inRun = true
    else if (name === 't') this.inText = true
    else if (name === 'lastRenderedPageBreak' || name === 'pageBreakBefore') this.breakPage()
    else if (this.inRun) this.addMark(name, attributes)
  }

  closes(name: string): void {
    if (UNSEEN.includes(name)) this.unseen = Math.max(0, this.unseen - 1)
    else if (name === 'r') this.inRun = false
    else if (name === 't') this.inText = false
    else if (name === 'p' && this.unseen === 0) this.endParagraph()
  }

  text(text: string): void {
    if (this.inText && this.unseen === 0) this.open.at(-1)?.push(text)
  }

  finish(): string[] {
    this.endPage()
    return this.pages
  }

  private addMark(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'tab') this.open.at(-1)?.push('\t')
    else if (name === 'noBreakHyphen') this.open.at(-1)?.push('-')
    else if (name === 'br' && attributes['w:type'] === 'page') this.breakPage()
    else if (name === 'br' || name === 'cr') this.open.at(-1)?.push('\n')
  }

  /** A page ends between two paragraphs: one that goes on to the next page stays whole. */
  private breakPage(): void {
    const isAtStart = this.open.at(-1)?.every((text) => text.trim() === '') ?? true
    if (isAtStart) this.endPage()
    else this.endsPage = true
  }

  private endParagraph(): void {
    const text = this.open.pop()?.join('').trim() ?? ''
    if (text !== '') this.paragraphs.push(text)
    if (!this.endsPage) return
    this.endsPage = false
    this.endPage()
  }

  private endPage(): void {
    if (this.paragraphs.length > 0) this.pages.push(this.paragraphs.join('\n\n'))
    this.paragraphs = []
  }
}
