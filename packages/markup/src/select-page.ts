import { type MarkupReader, markupSteps } from './read-markup.ts'
import { PageReader } from './read-page.ts'

/** An element as selectors see it. */
interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
}

/** What one step of a selector wants of an element, and whether the step before it must be its parent. */
interface Step {
  wants: ((element: Element) => boolean)[]
  isChild: boolean
}

/** Elements that have no end. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Deeper ones are not told apart: hostile pages are as deep as they are long. */
const DEEPEST = 300
const LONGEST = 500

/**
 * Reads the text of the elements of a page that a selector of CSS picks step by step, a line for each block. Gives one, or none where nothing
 * is picked. A selector is a list of tags, `.class`, `#id`, `[attribute]` and `[attribute="value"]`, inside of each other (blank) or directly so (`>`).
 * @throws Error for a selector that says more
 */
export function* selectionSteps(html: string, selector: string): Generator<string | undefined> {
  const reader = new SelectionReader(parseSelectors(selector))
  yield* markupSteps(html, {}, reader)
  yield reader.finish()
}

class SelectionReader implements MarkupReader {
  private readonly selectors: Step[][]
  private readonly open: Element[] = []
  private readonly texts: string[] = []
  /** What is being read, and how many elements were open around it. */
  private picked: { page: PageReader; depth: number } | undefined

  constructor(selectors: Step[][]) {
    this.selectors = selectors
  }

  opens(name: string, attributes: Readonly<Record<string, string>>): void {
    const isOpen = !VOID.has(name) && this.open.length < DEEPEST
    if (isOpen) this.open.push({ name, attributes })
    if (isOpen && !this.picked && this.selectors.some((steps) => fits(steps, this.open)))
      this.picked = { page: new PageReader(), depth: this.open.length - 1 }
    this.picked?.page.opens(name, attributes)
  }

  closes(name: string): void {
    this.picked?.page.closes(name)
    const at = this.open.findLastIndex((element) => element.name === name)
    if (at < 0) return
    this.open.length = at
    if (this.picked && at <= this.picked.depth) this.endPick()
  }

  text(text: string): void {
    this.picked?.page.text(text)
  }

  finish(): string | undefined {
    this.endPick()
    return this.texts.length === 0 ? undefined : this.texts.join('\n')
  }

  private endPick(): void {
    if (this.picked) this.texts.push(this.picked.page.finish().text)
    this.picked = undefined
  }
}

/** Whether the innermost open element is picked: its last step fits it, the others what stands around it. */
function fits(steps: readonly Step[], open: readonly Element[]): boolean {
  let at = open.length - 1
  for (let step = steps.length - 1; step >= 0; step -= 1) {
    const { wants } = steps[step] ?? { wants: [] }
    const isFree = step < steps.length - 1 && steps[step + 1]?.isChild !== true
    while (isFree && at >= 0 && !fitsOne(wants, open[at])) at -= 1
    if (at < 0 || !fitsOne(wants, open[at])) return false
    at -= 1
  }
  return true
}

function fitsOne(wants: Step['wants'], element: Element | undefined): boolean {
  return element !== undefined && wants.every((want) => want(element))
}

function parseSelectors(selector: string): Step[][] {
  if (selector.length > LONGEST) throw new Error('it is too long')
  return selector.split(',').map((part) => parseSteps(part.trim()))
}

function parseSteps(selector: string): Step[] {
  const steps: Step[] = []
  let isChild = false
  for (const word of selector.replaceAll('>', ' > ').split(/\s+/)) {
    if (word === '>') isChild = true
    else if (word !== '') {
      steps.push({ wants: parseWants(word), isChild })
      isChild = false
    }
  }
  if (steps.length === 0 || isChild) throw new Error('it ends too early')
  return steps
}

const PIECE = /\*|[.#]?[\w-]+|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]/y

function parseWants(word: string): Step['wants'] {
  const wants: Step['wants'] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < word.length) {
    const found = PIECE.exec(word)
    if (!found) throw new Error(`“${word}” is not known here`)
    wants.push(wantOf(found))
  }
  return wants
}

function wantOf([piece, name, value]: RegExpExecArray): (element: Element) => boolean {
  if (piece === '*') return () => true
  if (name !== undefined)
    return ({ attributes }) => name in attributes && (value === undefined || attributes[name] === value)
  if (piece.startsWith('#')) return ({ attributes }) => attributes.id === piece.slice(1)
  if (piece.startsWith('.'))
    return ({ attributes }) => (attributes.class ?? '').split(/\s+/).includes(piece.slice(1))
  return (element) => element.name === piece.toLowerCase()
}
